package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// The types of the outputs are the one description of their fields: docs/json.md
// and docs/report.schema.json come from them and from the comments of the fields
// (-update writes both).

const (
	schemaFile = "../../docs/report.schema.json"
	tablesFile = "../../docs/json.md"
)

// outputs are what the command writes as JSON, one object a line.
var outputs = []any{jsonReport{}, jsonProfile{}, jsonExplanation{}, jsonGraph{}, jsonTimeline{}, jsonTree{}, jsonStats{},
	jsonPhases{}, jsonPhasesFit{}, jsonMapping{}, jsonPlans{}, jsonModel{}, jsonPoint{}, jsonFindings{}, jsonChanges{}, jsonValidation{}}

// rows are what it writes as CSV.
var rows = []any{csvLine{}, csvPhase{}, csvPoint{}}

// described returns the definitions of the types, and with them those of all types
// that their fields have. Fields that no type has are allowed where open.
func described(t *testing.T, types []any, open bool) jsonschema.Definitions {
	t.Helper()
	comments := fieldComments(t)
	r := &jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: open, Namer: nameOf, Mapper: ownTypes,
		LookupComment: func(t reflect.Type, field string) string { return comments[t.Name()+"."+field] }}
	all := jsonschema.Definitions{}
	for _, o := range types {
		for name, d := range r.Reflect(o).Definitions {
			all[name] = d
		}
	}
	return all
}

// fieldComments are the comments of the fields of this package's types, by
// "type.field". (The library's own reader leaves types out that are not exported.)
func fieldComments(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	comments := map[string]string{}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if body, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range body.Fields.List {
					for _, name := range f.Names {
						comments[spec.Name.Name+"."+name.Name] = strings.TrimSpace(f.Comment.Text())
					}
				}
			}
			return false
		})
	}
	return comments
}

func nameOf(t reflect.Type) string {
	if row, ok := strings.CutPrefix(t.Name(), "csv"); ok {
		return row + "Row"
	}
	return strings.TrimPrefix(t.Name(), "json")
}

func ownTypes(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[number]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "number"}, {Type: "null"}}}
	case reflect.TypeFor[formatVersion]():
		return &jsonschema.Schema{Const: 1}
	}
	return nil
}

// schema is the JSON schema of all outputs.
func schema(t *testing.T, open bool) []byte {
	t.Helper()
	s := jsonschema.Schema{Version: jsonschema.Version, Title: "What parlens writes as JSON", Definitions: described(t, outputs, open)}
	for _, o := range outputs {
		s.AnyOf = append(s.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + nameOf(reflect.TypeOf(o))})
	}
	text, err := json.MarshalIndent(&s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func TestDescribedSchema(t *testing.T) { sameFile(t, schemaFile, string(schema(t, true))) }

func sameFile(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is not what the types say (err %v): run with -update", file, err)
	}
}

var tablePlace = regexp.MustCompile(`(?s)<!-- fields of (\w+) -->\n.*?<!-- end -->`)

// docs/json.md has a table for each type, with all its fields.
func TestDescribedTables(t *testing.T) {
	doc, err := os.ReadFile(tablesFile)
	if err != nil {
		t.Fatal(err)
	}
	types := described(t, append(slices.Clone(outputs), rows...), true)
	for name, d := range types {
		if !strings.Contains(string(doc), "<!-- fields of "+name+" -->") {
			t.Errorf("no table of %s", name)
		}
		for field, p := range d.Properties.FromOldest() {
			if p.Description == "" {
				t.Errorf("%s: %s has no comment", name, field)
			}
		}
	}
	sameFile(t, tablesFile, tablePlace.ReplaceAllStringFunc(string(doc), func(place string) string {
		name := tablePlace.FindStringSubmatch(place)[1]
		d := types[name]
		if d == nil {
			t.Fatalf("there is no type %s", name)
		}
		return fmt.Sprintf("<!-- fields of %s -->\n%s<!-- end -->", name, fieldTable(d))
	}))
}

func fieldTable(d *jsonschema.Schema) string {
	var b strings.Builder
	b.WriteString("| field | type | meaning |\n|---|---|---|\n")
	for field, p := range d.Properties.FromOldest() {
		meaning := strings.ReplaceAll(strings.TrimSpace(p.Description), "|", `\|`)
		if !slices.Contains(d.Required, field) && !strings.Contains(meaning, "absent") {
			meaning += "; absent without any"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", field, typeName(p), meaning)
	}
	return b.String()
}

func typeName(p *jsonschema.Schema) string {
	switch {
	case p.Ref != "":
		return strings.TrimPrefix(p.Ref, "#/$defs/")
	case p.Items != nil:
		return "array of " + typeName(p.Items)
	case p.OneOf != nil:
		return "number or null"
	case p.Const != nil:
		return fmt.Sprint(p.Const)
	case p.AdditionalProperties != nil && p.Type == "object":
		return "object of numbers"
	}
	return p.Type
}

// Every output keeps to the schema, and has no field that the schema does not have.
func TestOutputsKeepToSchema(t *testing.T) {
	const program = "../../testdata/hpf/laplace.f90"
	compiler := validator.NewCompiler()
	parsed, err := validator.UnmarshalJSON(strings.NewReader(string(schema(t, false))))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("schema", parsed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ output, line string }{
		{"Report", "predict " + program},
		{"Report", "predict ../../testdata/spar/matmul.spar"},
		{"Report", "predict ../../testdata/arrayops/merge.f90 -m cm5-cmf"},
		{"Report", "predict ../../testdata/hpf/codes/cg.f90 ../../testdata/hpf/codes/lu.f90 -m cluster"},
		{"Profile", "predict --unit laplace " + program},
		{"Explanation", "explain " + program},
		{"Graph", "graph " + program},
		{"Timeline", "timeline " + program},
		{"Tree", "parse " + program},
		{"Stats", "parse --stats " + program},
		{"Phases", "phases pstswm --variant TR --set PX=16 --set PY=4"},
		{"Phases", "phases pstswm --over PX*PY=8"},
		{"Mapping", "mapping -m warp --set N=1000 --set P=10 --set BB=10"},
		{"Point", "whatif ../../testdata/hpf/pi.f90 --over P=1,2 --over latency=1x,10x"},
		{"Model", "pamela ../../testdata/pamela/adi-i.pam"},
	} {
		t.Run(c.line, func(t *testing.T) {
			s, err := compiler.Compile("schema#/$defs/" + c.output)
			if err != nil {
				t.Fatal(err)
			}
			got := command(append(strings.Fields(c.line), "--format", "json")...)
			for line := range strings.Lines(got.out) {
				object, err := validator.UnmarshalJSON(strings.NewReader(line))
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Validate(object); err != nil {
					t.Errorf("%v\nin %.300s", err, line)
				}
			}
			if got.out == "" {
				t.Errorf("nothing was written: %s", got.err)
			}
		})
	}
}
