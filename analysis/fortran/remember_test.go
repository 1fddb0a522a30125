package fortran_test

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// A statement cache changes no tree.
func TestRemember(t *testing.T) {
	text := source.NewText(generated(300))
	hits, cache := 0, map[string]*fortran.Parsed{}
	parser := fortran.Parser{Remember: func(text string, form fortran.Form, parse func(string, fortran.Form) *fortran.Parsed) *fortran.Parsed {
		if p, ok := cache[text]; ok {
			hits++
			return p
		}
		cache[text] = parse(text, form)
		return cache[text]
	}}
	if got, want := parser.Parse(text), fortran.Parse(text, fortran.Free); !reflect.DeepEqual(got.Units, want.Units) {
		t.Error("the trees differ")
	}
	if hits < 100 {
		t.Errorf("only %d statements came from the cache", hits)
	}
}
