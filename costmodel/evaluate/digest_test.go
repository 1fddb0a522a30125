package evaluate

import (
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A digest tells apart what means something else, and nothing more.
func TestDigest(t *testing.T) {
	a, b := symbolic.NewArena(), symbolic.NewArena()
	b.Sym("other", symbolic.Index) // so that equal expressions have other numbers
	n, sameN := a.Sym("n", symbolic.Index), b.Sym("n", symbolic.Index)
	assumed := symbolic.NewArena()
	assumed.Assume("n", 1, symbolic.Unbounded)
	positive := assumed.Sym("n", symbolic.Index)
	x := func() *program.Symbol { return &program.Symbol{Name: "x"} }
	y, z := &program.Symbol{Name: "y"}, x()
	type pair struct {
		in    *symbolic.Arena
		value any
	}
	cases := []struct {
		name  string
		p, q  pair
		equal bool
	}{
		{"equal structs behind pointers", pair{a, x()}, pair{a, x()}, true},
		{"a field", pair{a, x()}, pair{a, &program.Symbol{Name: "x", Bytes: 8}}, false},
		{"an unexported field", pair{a, struct{ n int }{1}}, pair{a, struct{ n int }{2}}, false},
		{"nil and empty pointer", pair{a, (*program.Symbol)(nil)}, pair{a, &program.Symbol{}}, false},
		{"equal expressions of two arenas", pair{a, n}, pair{b, sameN}, true},
		{"expressions", pair{a, n}, pair{b, b.Sym("other", symbolic.Index)}, false},
		{"no expression", pair{a, n}, pair{a, symbolic.Expr(0)}, false},
		{"what is assumed", pair{a, n}, pair{assumed, positive}, false},
		{"one symbol twice and two alike", pair{a, []*program.Symbol{z, z}}, pair{a, []*program.Symbol{z, x()}}, false},
		{"which of two comes again", pair{a, []*program.Symbol{y, z, y}}, pair{a, []*program.Symbol{y, z, z}}, false},
		{"the dynamic type", pair{a, []program.Expr{&program.Unary{}}}, pair{a, []program.Expr{&program.Binary{}}}, false},
		{"order of a list", pair{a, []int{1, 2}}, pair{a, []int{2, 1}}, false},
		{"where a list ends", pair{a, [][]int{{1}, {2, 3}}}, pair{a, [][]int{{1, 2}, {3}}}, false},
		{"values of a map", pair{a, map[string]int{"x": 1, "y": 2}}, pair{a, map[string]int{"x": 2, "y": 1}}, false},
		{"keys of a map", pair{a, map[*program.Symbol]bool{y: true}}, pair{a, map[*program.Symbol]bool{z: true}}, false},
		{"a map of equal keys", pair{a, map[*program.Symbol]int{x(): 1, y: 2}}, pair{a, map[*program.Symbol]int{y: 2, x(): 1}}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := digest(c.p.in, c.p.value) == digest(c.q.in, c.q.value); got != c.equal {
				t.Errorf("equal: %v, want %v", got, c.equal)
			}
		})
	}
}
