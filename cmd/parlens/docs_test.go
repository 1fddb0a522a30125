package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// docs/json.md has every field of the JSON and every column of the CSV.
func TestEverythingIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	names := fields(reflect.TypeFor[jsonReport]())
	names = append(names, fields(reflect.TypeFor[jsonStats]())...)
	names = append(names, fields(reflect.TypeFor[jsonTree]())...)
	names = append(names, fields(reflect.TypeFor[jsonExplanation]())...)
	names = append(names, fields(reflect.TypeFor[jsonGraph]())...)
	names = append(names, fields(reflect.TypeFor[jsonProfile]())...)
	names = append(names, fields(reflect.TypeFor[jsonPhases]())...)
	names = append(names, fields(reflect.TypeFor[jsonMapping]())...)
	names = append(names, fields(reflect.TypeFor[jsonPhasesFit]())...)
	names = append(names, phasesColumns...)
	if len(names) < 40 {
		t.Errorf("only %d fields: %v", len(names), names)
	}
	for _, name := range append(names, csvColumns...) {
		if !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("docs/json.md lacks `%s`", name)
		}
	}
}

// fields lists the names of a type's JSON fields, at any depth.
func fields(t reflect.Type) []string {
	switch t.Kind() {
	case reflect.Slice:
		return fields(t.Elem())
	case reflect.Struct:
	default:
		return nil
	}
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
		names = append(names, fields(f.Type)...)
	}
	return names
}
