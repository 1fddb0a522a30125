package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
)

// Every field of the settings has a part in their key, but for the machine. A new
// field fails here until somebody says how it varies.
func TestKeyHasEveryField(t *testing.T) {
	base := Settings{Machine: "m", Procs: 4, Grid: []int{1, 4}, Values: map[string]float64{"n": 1, "v(1)": 2}, Optimize: []string{"inline"}}
	variants := map[string][]Settings{}
	vary := func(field string, changes ...func(*Settings)) {
		variants[field] = []Settings{}
		for _, change := range changes {
			s := base
			s.Values = maps.Clone(base.Values)
			change(&s)
			variants[field] = append(variants[field], s)
		}
	}
	vary("Machine")
	vary("Changes") // they are part of the machine
	vary("Procs", func(s *Settings) { s.Procs = 5 }, func(s *Settings) { s.Procs = 0 })
	vary("Grid", func(s *Settings) { s.Grid = []int{4, 1} }, func(s *Settings) { s.Grid = nil }, func(s *Settings) { s.Grid = []int{14} })
	vary("Values", func(s *Settings) { s.Values["n"] = 2 }, func(s *Settings) { s.Values["m"] = 1 }, func(s *Settings) { delete(s.Values, "n") }, func(s *Settings) { s.Values["v(1)"] = 3 })
	vary("Optimize", func(s *Settings) { s.Optimize = nil }, func(s *Settings) { s.Optimize = []string{} }, func(s *Settings) { s.Optimize = []string{"reorder"} })
	vary("Reach", func(s *Settings) { s.Reach = 1 })
	vary("Soon", func(s *Settings) { s.Soon = true })
	vary("Program", func(s *Settings) { s.Program = "a.f90" })
	vary("Data", func(s *Settings) { s.Data = 1 })
	vary("Again", func(s *Settings) { s.Again = true })
	vary("Haste", func(s *Settings) { s.Haste = effort.Long })
	vary("Totals", func(s *Settings) { s.Totals = true })
	vary("Counts", func(s *Settings) { s.Counts = &Counts{} }, func(s *Settings) { s.Counts = &Counts{digest: [32]byte{1}} })
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		t.Run(field.Name, func(t *testing.T) {
			list, known := variants[field.Name]
			if !known {
				t.Fatal("no variant says how the key depends on it")
			}
			keys := []string{base.Key()}
			for _, s := range list {
				if key := s.Key(); slices.Contains(keys, key) {
					t.Errorf("%+v has the key %s of other settings", s, key)
				} else {
					keys = append(keys, key)
				}
			}
		})
	}
}

// Only the elements of vectors are part of what a model is made of.
func TestVectorsAreTheElementsOnly(t *testing.T) {
	of := func(values map[string]float64) string { return Settings{Procs: len(values), Values: values}.Vectors() }
	one := of(map[string]float64{"sizes(1)": 3, "n": 4})
	if other := of(map[string]float64{"sizes(1)": 3, "m": 5, "k": 6}); other != one {
		t.Errorf("%q and %q for one vector", one, other)
	}
	for _, values := range []map[string]float64{{"sizes(1)": 4}, {"sizes(2)": 3}, {"size(1)": 3}, {}} {
		t.Run(fmt.Sprint(values), func(t *testing.T) {
			if other := of(values); other == one {
				t.Errorf("%v has the key %q of another vector", values, one)
			}
		})
	}
}
