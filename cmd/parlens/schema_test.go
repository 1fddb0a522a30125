package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/oracle/described"
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
	jsonPhases{}, jsonPhasesFit{}, jsonMapping{}, jsonPlans{}, jsonModel{}, jsonPoint{}, jsonFindings{}, jsonChanges{}, jsonValidation{},
	jsonAdvice{}, jsonComparison{}}

// rows are what it writes as CSV.
var rows = []any{csvLine{}, csvPhase{}, csvPoint{}}

// definitions are those of types of this package and of those that it shares with the server.
func definitions(t *testing.T, types []any, open bool) jsonschema.Definitions {
	t.Helper()
	return described.Types(t, types, described.Options{Open: open, Also: []string{"../../render/fields"}, Name: nameOf, Own: ownTypes})
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
	s := jsonschema.Schema{Version: jsonschema.Version, Title: "What parlens writes as JSON", Definitions: definitions(t, outputs, open)}
	for _, o := range outputs {
		s.AnyOf = append(s.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + nameOf(reflect.TypeOf(o))})
	}
	text, err := json.MarshalIndent(&s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func TestDescribedSchema(t *testing.T) {
	described.SameFile(t, *update, schemaFile, string(schema(t, true)))
}

// docs/json.md has a table for each type, with all its fields.
func TestDescribedTables(t *testing.T) {
	described.Tables(t, *update, tablesFile, definitions(t, append(slices.Clone(outputs), rows...), true))
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
		{"Advice", "advise --tries 3 --over n=100,200 " + program},
		{"Advice", "advise --tries 3 ../../testdata/spar/adi_rows.spar"},
		{"Comparison", "compare " + program + " ../../testdata/hpf/laplace_rows.f90"},
		{"Changes", "diff ../../testdata/hpf/laplace_rows.f90 " + program},
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

// What the time lies between is there too where the part that computes is too small to
// have an efficiency.
func TestBoundsWithoutEfficiency(t *testing.T) {
	u := jsonUnitOf(&report.Unit{Charge: report.Charge{Wait: 2}, Between: report.Between{Low: 1, High: 3}})
	if u.Low == nil || *u.Low != 1 || u.High == nil || *u.High != 3 {
		t.Errorf("between %v and %v", u.Low, u.High)
	}
}
