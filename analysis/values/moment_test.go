package values

import (
	"context"
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// The subscript of a in the last statement, where i is 3; a vector subscript at
// its third element.
func TestSubscripts(t *testing.T) {
	cases := []struct {
		body string
		want int64 // 0: unknown
	}{
		{"a(5) = 0.0", 5},
		{"forall (j = 1:8) t(j) = j * j\nforall (i = 1:8) a(t(i)) = 0.0", 9},
		{"forall (j = 1:8) t(j) = j * j\na(t) = 0.0", 9},
		{"forall (j = 1:8) t(j) = j * j\na(t(2:8:2)) = 0.0", 36},
		{"do i = 1, 8\nt(i) = 9 - i\nend do\ndo i = 1, 8\na(t(t(i)) + 1) = 0.0\nend do", 4},
		{"do i = 1, 8\nt(i) = i + 1\na(t(i)) = 0.0\nend do", 0},
		{"n = 4\ndo i = 1, 8\na(mod(n * i, 7) + 1) = 0.0\nend do", 6},
		{"t = 2\nread *, t\ndo i = 1, 8\na(t(i)) = 0.0\nend do", 0},
		{"do k = 1, 2\nt = k\na(t(1)) = 0.0\nend do", 0},
		{"t = 7\ndo k = 1, 2\nt(2) = 4\na(t(3)) = 0.0\nend do", 7},
		{"do k = 1, 2\nt = 3\na(t(1)) = 0.0\nend do", 3},
		{"t = 1\nif (e > 0) t(3) = 2\nforall (i = 1:8) a(t(i)) = 0.0", 0},
		{"t = 1\nif (e > 0) t(4) = 2\nforall (i = 1:8) a(t(i)) = 0.0", 1},
		{"t = 1\nwhere (t > 0) t = 5\nforall (i = 1:8) a(t(i)) = 0.0", 5},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u := unitOf(t, declarations+c.body+"\nend program\n")
			r := Run(context.Background(), u, Options{Subscripts: everything})
			var last *program.Assign
			program.Statements(u.Body, func(s program.Stmt) bool {
				if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Name == "a" {
					last = a
				}
				return true
			})
			m := r.Moment(last.Span())
			if m == nil {
				t.Errorf("%s: no moment", c.body)
				return
			}
			indices := map[*program.Symbol]int64{u.Lookup("i"): 3, index(u): 3}
			delete(indices, nil) // without a FORALL
			got, ok := m.Subscript(last.LHS.Subs[0].Lo, 2, indices)
			if ok != (c.want != 0) || ok && got != c.want {
				t.Errorf("%s: %d, %v, want %d", c.body, got, ok, c.want)
			}
		})
	}
	u := unitOf(t, declarations+"a(t(1)) = 0.0\nend program\n")
	if r := Run(context.Background(), u, Options{}); r.Moment(source.Span{}) != nil {
		t.Error("a moment that nobody asked for")
	}
}

// index is the index of the last FORALL of a unit.
func index(u *program.Unit) *program.Symbol {
	var found *program.Symbol
	program.Statements(u.Body, func(s program.Stmt) bool {
		if f, ok := s.(*program.Forall); ok {
			found = f.Ranges[0].Var
		}
		return true
	})
	return found
}
