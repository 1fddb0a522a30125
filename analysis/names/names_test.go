package names_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

func tableOf(t *testing.T, text string) *names.Table {
	t.Helper()
	f := fortran.Parse(source.NewText(text), fortran.Free)
	return names.Of(f.Units[0], func(s *fortran.Statement) hpf.Reading { return dialect.ReadLine(s.Logical) })
}

var kinds = [...]string{
	"unknown", "variable", "associate", "constant", "procedure", "type", "component", "generic", "template", "processors", "group",
}

// words writes an entity: name kind type shape =value [attributes].
func words(e *names.Entity) string {
	out := []string{e.Name, kinds[e.Kind]}
	for _, w := range []string{e.TypeText(), e.ShapeText()} {
		if w != "" {
			out = append(out, w)
		}
	}
	if v := e.ValueText(); v != "" {
		out = append(out, "="+v)
	}
	return strings.Join(append(out, e.Attributes...), " ")
}

func TestEntities(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a type and its names":                {"real(8) a, b(n)", "a variable real(8); b variable real(8) (n)"},
		"bounds behind the name win":          {"real, dimension(3) :: a, b(4)", "a variable real (3); b variable real (4)"},
		"statements in any order":             {"parameter (n=3)\ninteger n", "n constant integer =3"},
		"bounds and type apart":               {"common /c/ x(5)\nreal*8 x", "x variable real*8 (5)"},
		"attributes":                          {"real, allocatable, intent(in) :: a(:)", "a variable real (:) allocatable intent(in)"},
		"an attribute that carries a shape":   {"pointer a(:)", "a variable (:) pointer"},
		"DATA declares no type":               {"data k, l /3, 4/", "k unknown =3; l unknown =4"},
		"DATA of an array":                    {"integer v(4)\ndata v /2*1, 2, 3/", "v variable integer (4) =2*1, 2, 3"},
		"INTRINSIC declares nothing else":     {"intrinsic sin", "sin unknown"},
		"EXTERNAL":                            {"external f", "f procedure"},
		"constants of an ENUM":                {"enum, bind(c)\nenumerator :: a, b = 5, c, d = n\nenumerator e\nend enum", "a constant integer =0; b constant integer =5; c constant integer =6; d constant integer =n; e constant integer =n+1"},
		"components are not the unit's":       {"type t\nreal x(2)\ncontains\nprocedure :: p => q\nend type", "t type"},
		"nor are those of an old structure":   {"structure /s/\nreal x\nend structure\nrecord /s/ r(3)", "r variable record /s/ (3)"},
		"procedures of an interface":          {"interface g\nsubroutine s(x)\nreal x\nend subroutine\nend interface", "g generic; s procedure"},
		"templates and arrangements":          {"!HPF$ PROCESSORS p(4)\n!HPF$ TEMPLATE t(n,m)", "p processors (4); t template (n,m)"},
		"a template takes no array's bounds":  {"real t(10)\n!HPF$ TEMPLATE t(20)", "t template real (10)"},
		"the group of a NAMELIST, no members": {"namelist /g/ a, b", "g group"},
		"a Cray pointer has no written type":  {"pointer (p, a(3))", "p variable; a variable (3)"},
		"names of a BLOCK are its own":        {"real x\nblock\nreal y\nend block", "x variable real"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, e := range tableOf(t, "program p\n"+c.text+"\nend\n").Entities {
				got = append(got, words(e))
			}
			if g := strings.Join(got, "; "); g != c.want {
				t.Errorf("got  %s\nwant %s", g, c.want)
			}
		})
	}
}

func TestScopes(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"BLOCK in ASSOCIATE":                 {"associate (y => x+1)\nblock\nreal z\nend block\nend associate", "2: y associate =x+1; 1: z variable real"},
		"an index has the outer type":        {"integer(8) i\nforall (i=1:n, j=1:n) a(i,j) = 0", "3: i variable integer(8) | j variable integer"},
		"a typed index":                      {"real x(9)\ndo concurrent (integer :: i=1:n)\nx(i) = 0\nend do", "2: i variable integer"},
		"FORALL under IF":                    {"if (c) forall (i=1:n) a(i) = 0", "3: i variable integer"},
		"an interface body":                  {"interface\nfunction f(x)\nreal f, x(3)\nend function\nend interface", "4: x variable real (3)"},
		"bindings of a type":                 {"type t\ncontains\nprocedure :: p => q\nprocedure :: r\nend type", "5: p procedure"},
		"a statement function":               {"real f, x\nf(x) = x*x", "6: x variable real"},
		"an array is no function":            {"real f(3), x\nf(x) = x*x", ""},
		"nor is a name a module may declare": {"use m\nf(x) = x*x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(inner(tableOf(t, "program p\n"+c.text+"\nend\n").Scope), "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// inner writes the scopes inside one, with their kinds as numbers.
func inner(s *names.Scope) []string {
	var out []string
	for _, in := range s.Inner {
		var all []string
		for _, e := range in.Entities {
			if !e.Itself {
				all = append(all, words(e))
			}
		}
		if len(all) > 0 {
			out = append(out, fmt.Sprintf("%d: %s", in.Kind, strings.Join(all, " | ")))
		}
		out = append(out, inner(in)...)
	}
	return out
}

func TestProcedure(t *testing.T) {
	table := tableOf(t, "integer function f(a, *, b) result(r)\nreal a(b)\nend\n")
	if len(table.Dummies) != 2 || table.Dummies[0].ShapeText() != "(b)" || !table.Dummies[1].Dummy {
		t.Errorf("dummies %v", table.Dummies)
	}
	if r := table.Result; r == nil || r.Name != "r" || r.Itself || r.TypeText() != "integer" {
		t.Errorf("result %+v", r)
	}
}

func TestUse(t *testing.T) {
	for text, c := range map[string]struct {
		theirs  map[string]string // by local name; "" where it is not shown
		renamed string            // the local names of b
	}{
		"use m":                  {map[string]string{"a": "a", "b": "b"}, "b"},
		"use m, x => b":          {map[string]string{"a": "a", "b": "", "x": "b"}, "x"},
		"use m, only: a, x => b": {map[string]string{"a": "a", "b": "", "x": "b", "c": ""}, "x"},
		"use m, only:":           {map[string]string{"a": "", "b": ""}, ""},
		"use m, b => a":          {map[string]string{"a": "", "b": "a"}, ""},
	} {
		t.Run(text, func(t *testing.T) {
			u := tableOf(t, "program p\n"+text+"\nend\n").Uses[0]
			for local, want := range c.theirs {
				if got, shown := u.Theirs(local); shown != (want != "") || shown && got != want {
					t.Errorf("%s is %q, %t; want %q", local, got, shown, want)
				}
			}
			if got := strings.Join(u.Locals("b"), " "); got != c.renamed {
				t.Errorf("b is known as %q, want %q", got, c.renamed)
			}
		})
	}
}
