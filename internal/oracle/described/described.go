// Package described makes the tables of a document from types that are written as JSON
// and from the comments of their fields: they are the one description of the fields.
package described

import (
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
)

// Options say how types are described.
type Options struct {
	Open bool                                  // fields that no type has are allowed
	Also []string                              // folders of further packages whose types are among them
	Name func(reflect.Type) string             // the name of a type
	Own  func(reflect.Type) *jsonschema.Schema // of a type that is written otherwise than it is declared; nil for others
}

// Types returns the definitions of the types, which are those of the test's own
// package or of the further ones, and with them those of all types that their fields have.
func Types(t testing.TB, types []any, o Options) jsonschema.Definitions {
	t.Helper()
	comments := fieldComments(t, append([]string{"."}, o.Also...))
	r := &jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: o.Open, Namer: o.Name, Mapper: o.Own,
		LookupComment: func(t reflect.Type, field string) string { return comments[t.Name()+"."+field] }}
	all := jsonschema.Definitions{}
	for _, x := range types {
		for name, d := range r.Reflect(x).Definitions {
			all[name] = d
		}
	}
	return all
}

// fieldComments are the comments of the fields of the types in the folders, by
// "type.field". (The library's own reader leaves types out that are not exported.)
func fieldComments(t testing.TB, folders []string) map[string]string {
	t.Helper()
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no package in %s (err %v)", folder, err)
		}
		files = append(files, found...)
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

// SameFile checks that a file is what it should be, or writes it.
func SameFile(t testing.TB, update bool, file, want string) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is not what the types say (err %v): run with -update", file, err)
	}
}

var tablePlace = regexp.MustCompile(`(?s)<!-- fields of (\w+) -->\n.*?<!-- end -->`)

// Tables checks that a document has the table of each type, with all its fields, or
// writes the tables into their places.
func Tables(t testing.TB, update bool, file string, types jsonschema.Definitions) {
	t.Helper()
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range types {
		if !strings.Contains(string(doc), "<!-- fields of "+name+" -->") {
			t.Errorf("%s has no table of %s", file, name)
		}
		for field, p := range d.Properties.FromOldest() {
			if p.Description == "" {
				t.Errorf("%s: %s has no comment", name, field)
			}
		}
	}
	SameFile(t, update, file, tablePlace.ReplaceAllStringFunc(string(doc), func(place string) string {
		name := tablePlace.FindStringSubmatch(place)[1]
		d := types[name]
		if d == nil {
			t.Fatalf("%s: there is no type %s", file, name)
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
	case p.Title != "":
		return p.Title
	}
	return p.Type
}
