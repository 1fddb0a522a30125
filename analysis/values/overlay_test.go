package values

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// Every case uses n behind the statements; what EQUIVALENCE lays over it was changed before.
func TestOverlaidByEquivalence(t *testing.T) {
	const first, second = "equivalence (t(1), n), (t(2), m)\n", "equivalence (t(3), n)\n"
	for _, c := range []struct{ name, body, want string }{
		{"an element", first + "n = 1\nt(1) = 5", "5"},
		{"another element", first + "n = 1\nt(2) = 5", "1"},
		{"the other way", first + "n = 9\nt = 0\nm = 7\nn = t(2)", "7"},
		{"a whole array", second + "t = 6", "6"},
		{"a section", second + "n = 1\nt(2:4) = 4", "4"},
		{"a section beside", second + "n = 1\nt(4:8) = 4", "1"},
		{"FORALL", second + "n = 1\nforall (i = 1:8) t(i) = i * i", "9"},
		{"WHERE", second + "t = 1\nwhere (t < 2) t = 8", "8"},
		{"a loop", second + "do i = 1, 4\nt(i) = 10 * i\nend do", "30"},
		{"a branch", second + "n = 3\nif (e > 1.0) t(3) = 4", "unknown"},
		{"an index", "equivalence (i, n)\nn = 4\ndo i = 1, 2\na(i) = 0.0\nend do", "3"},
		{"READ", second + "n = 1\nread *, t", "unknown"},
		{"READ beside", second + "n = 1\nread *, m", "1"},
		{"another type", "equivalence (e, n)\nn = 1\ne = 2.0", "unknown"},
		{"in a chain", "equivalence (t(1), k), (k, n)\nn = 1\nt(1) = 2", "2"},
		{"a place that is not known", "equivalence (t(first), n)\nn = 1\nt(1) = 2", "unknown"},
		{"beside a member of COMMON", "integer :: b, c, d\ncommon /z/ b, c\nequivalence (b, t(7)), (n, t(8))\nn = 1\nc = 2", "2"},
		{"stores one by one", "integer :: v(2000), w(2000)\nequivalence (v(1), w(1))\ndo i = 1, 2000\nv(i) = i\nend do\nn = w(1999)", "1999"},
		{"FORALL, then another", "integer :: v(8)\n" + second + "n = 1\nforall (i = 1:8)\nt(i) = 5\nv(i) = n\nend forall\nn = v(1)", "5"},
		{"a part of the initial values", "integer :: v(3)\nequivalence (v(2), n)\ndata v /10, 500, 30/", "500"},
		{"initial values of others", "integer :: v(3)\nequivalence (v(2), n), (v(3), m)\ndata n, m /7, 8/\nn = v(2) + v(3)", "15"},
		{"an initial value and a store", "integer :: v(3)\nequivalence (v(2), n)\ndata v /10, 500, 30/\nv(2) = 6", "6"},
		{"initial values of another type", "real :: v(3)\nequivalence (v(2), n)\ndata v /10., 500., 30./", "unknown"},
		{"a call", second + "n = 1\ncall sub(t)", "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, r := run(t, c.body+"\na(n) = 1.0", Options{})
			if got := uses(u, r, "n"); got != c.want {
				t.Errorf("n is %s, want %s", got, c.want)
			}
		})
	}
}

// A procedure lays out a COMMON block otherwise: where it stores, the other members are
// not known any more.
func TestOverlaidInCommon(t *testing.T) {
	for _, c := range []struct{ name, common, want string }{
		{"stores to the second", "j, k, l\nk = 5", "unknown"},
		{"stores to the third", "j, k, l\nl = 5", "2"},
		{"stores to an array that overlaps", "j, m(2)\nm(2) = 5", "unknown"},
		{"the same layout", "m(2), l\nm(2) = 5", "5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\nreal :: a(100)\ncommon /z/ t, n\ninteger :: t(2), n\nt(1) = 1\nt(2) = 2\nn = 3\ncall s\nn = t(2)\na(n) = 1.0\nend program\n" +
				"subroutine s\ninteger :: j, k, l, m(2)\ncommon /z/ " + c.common + "\nend subroutine\n"
			units := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units
			called := &Procedure{Unit: units[1].Unit}
			opt := Options{Called: func(string) *Procedure { return called }, Counted: everything}
			if got := uses(units[0].Unit, Run(context.Background(), units[0].Unit, opt), "n"); got != c.want {
				t.Errorf("n is %s, want %s", got, c.want)
			}
		})
	}
}
