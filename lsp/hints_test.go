package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// TestHintsOfHalfTypedText: the answer names the statements that cannot be read,
// with the lines of their units, and the version that all of it is for.
func TestHintsOfHalfTypedText(t *testing.T) {
	const uri, first = "file:///w/a.f90", "subroutine one(a)\n  real a(100)\n  a = 1\nend subroutine\n"
	cases := []struct{ text, want string }{
		{"subroutine two(b)\n  real b(100)\n  b = 2\nend subroutine\n", "[]"},
		{"subroutine two(b)\n  real b(100)\n  b = 2 +\nend subroutine\n", "[6:4-7]"},
		{"subroutine two(b)\n  real b(100)\n!HPF$ DISTRIB\n  b = 2\nend subroutine\n", "[6:4-8]"},
		{"subroutine two(b)\n  real b(100)\n  do i = 1, 9\n  b = 2\nend subroutine\n", "[6:4-8]"},
		{"subroutine two(b)\n  real b(100)\n!HPF$ DISTRIBUTE b(CYC)\n  b = 2\nend subroutine\n", "[6:4-8]"},
	}
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{}`)
	c.open(uri, 1, first)
	for version, x := range cases {
		t.Run(x.text, func(t *testing.T) {
			c.change(uri, version+2, object{"text": first + x.text})
			var answer struct {
				Version    int
				Hints      []testHint
				Unreadable []struct{ Line, First, Last int }
			}
			c.ask("parlens/hints", object{"textDocument": object{"uri": uri}, "range": object{
				"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0}}}, &answer)
			got := []string{}
			for _, u := range answer.Unreadable {
				got = append(got, fmt.Sprintf("%d:%d-%d", u.Line, u.First, u.Last))
			}
			if fmt.Sprint(got) != x.want || answer.Version != version+2 || len(answer.Hints) == 0 {
				t.Errorf("%v in version %d with %d hints, want %s", got, answer.Version, len(answer.Hints), x.want)
			}
		})
	}
}

// TestHintsOfUnitsConcerned: with a unit that is half typed those are named that call it or
// that it calls, and so on; with a module all.
func TestHintsOfUnitsConcerned(t *testing.T) {
	const uri = "file:///w/a.f90"
	const text = `module m
  integer, parameter :: n = 8
contains
  subroutine inner(a, k)
    integer k
    real a(k)
    a = 1
  end subroutine
end module
program p
  use m
  real b(n)
  call inner(b, 4)
end program
subroutine other(c)
  real c(9)
  c = 2
end subroutine
`
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{}`)
	c.open(uri, 1, text)
	for version, x := range []struct{ whole, half, want string }{
		{"a = 1\n", "a = 1 +\n", "[6:3-7 6:9-13]"},
		{"call inner(b, 4)", "call inner(b, ", "[12:9-13 12:3-7]"},
		{"c = 2", "c = (2", "[16:14-17]"},
		{"n = 8", "n = ", "[1:0-8 1:3-7 1:9-13 1:14-17]"},
	} {
		t.Run(x.half, func(t *testing.T) {
			c.change(uri, version+2, object{"text": strings.Replace(text, x.whole, x.half, 1)})
			var answer struct{ Unreadable []unreadable }
			c.ask("parlens/hints", object{"textDocument": object{"uri": uri}, "range": span(0, 0, 18, 0)}, &answer)
			got := []string{}
			for _, u := range answer.Unreadable {
				got = append(got, fmt.Sprintf("%d:%d-%d", u.Line, u.First, u.Last))
			}
			if fmt.Sprint(got) != x.want {
				t.Errorf("%v, want %s", got, x.want)
			}
		})
	}
}

// TestHintsOfUnitsWithoutEstimate: a unit that has lost its numbers is named too, so
// that a client can keep the ones of before.
func TestHintsOfUnitsWithoutEstimate(t *testing.T) {
	const path = "/w/a.f90"
	c := dial(t, Options{Predictor: toy{}, FS: &testFS{files: map[string]string{
		path + ".report": `{"Units":[{"Name":"u","Start":1,"End":3,"NoEstimate":"why"},{"Name":"v","Start":4,"End":5,"NoEstimate":"no executable statements","Empty":true}]}`,
	}}})
	c.initialize(`{}`)
	c.open("file://"+path, 1, "x\ny\nz\nv\nw\n")
	var answer struct{ Unreadable []unreadable }
	c.ask("parlens/hints", object{"textDocument": object{"uri": "file://" + path}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 5, "character": 0}}}, &answer)
	if want := []unreadable{{Line: 0, First: 0, Last: 2, Message: "why"}}; fmt.Sprint(answer.Unreadable) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", answer.Unreadable, want)
	}
}
