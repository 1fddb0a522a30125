package lower_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// References stand where their names stand in the file, also across
// continuation lines and behind removed blanks.
func TestPlaces(t *testing.T) {
	cases := map[string]string{
		"a.f90": "! x\nprogram p\nreal aa(10), bb\naa(3) = bb + & ! c\n  & aa(4)*b&\n&b\nif (bb > 1) bb = aa(1)\nend",
		"a.f":   "      PROGRAM P\n      REAL AA(10), BB\n      AA(3)=BB+A\n     &A(4)\n      DO1 BB=1,3\n    1 A A(5)=B B\n      END",
	}
	for path, code := range cases {
		t.Run(path, func(t *testing.T) {
			checkPlaces(t, path, code)
		})
	}
	paths, _ := filepath.Glob("../../testdata/hpf/*.f*")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkPlaces(t, path, string(data))
	}
}

func checkPlaces(t *testing.T, path, code string) {
	text := source.NewText(code)
	u := lower.Lower(fortran.Parse(text, fortran.FormOf(path))).Units[0]
	seen := 0
	visit := func(e program.Expr) bool {
		if r, ok := e.(*program.Ref); ok {
			seen++
			at := r.Span().Shift(u.Start)
			letters := strings.Map(func(c rune) rune {
				if strings.ContainsRune(" \n&", c) {
					return -1
				}
				return c
			}, strings.ToLower(text.Slice(at)))
			if !strings.HasPrefix(letters, r.Sym.Name) {
				t.Errorf("%s: %s stands at %q", path, r.Sym.Name, text.Slice(at))
			}
		}
		return true
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			program.Walk(s.LHS, visit)
			program.Walk(s.RHS, visit)
		case *program.If:
			program.Walk(s.Branches[0].Cond, visit)
		case *program.Do:
			program.Walk(s.Lo, visit)
			program.Walk(s.Hi, visit)
		}
		return true
	})
	if seen < 3 {
		t.Errorf("%s: only %d references", path, seen)
	}
}

// A unit means the same wherever it stands in a file.
func TestMoved(t *testing.T) {
	for path, code := range inputs(t) {
		form := fortran.FormOf(path)
		const above = "! one\n\n! two\n"
		here := lower.Lower(fortran.Parse(source.NewText(code), form))
		there := lower.Lower(fortran.Parse(source.NewText(above+code), form))
		for i, u := range here.Units {
			m := there.Units[i]
			if m.Start != u.Start+len(above) || !reflect.DeepEqual(u.Directives, m.Directives) || !reflect.DeepEqual(u.Values, m.Values) || !reflect.DeepEqual(u.Body, m.Body) {
				t.Errorf("%s: unit %s is another one below three lines", path, u.Name)
			}
		}
	}
}
