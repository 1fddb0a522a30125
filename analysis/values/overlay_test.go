package values

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Every case uses n behind the statements; what EQUIVALENCE lays over it was changed before.
func TestOverlaidByEquivalence(t *testing.T) {
	const first, second = "equivalence (t(1), n), (t(2), m)\n", "equivalence (t(3), n)\n"
	const pair = "type two\nsequence\ninteger :: p, q\nend type\ntype(two) :: s\nequivalence (s, t(1))\n"
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
		{"a name that nothing declares", "equivalence (ia, n)\nn = 1\nia = 700", "700"},
		{"places joined by one that is not known", "character(8) :: c\nequivalence (t(1), c(2:5)), (c(6:8), n)\nn = 3\nt(2) = 9", "unknown"},
		{"COMMON in two statements", "integer :: b\ncommon /z/ b\ncommon /z/ n\nequivalence (b, t(1))\nn = 50\nt(2) = 700", "700"},
		{"a structure over an array", pair + "t(2) = 1\ns%q = 5\nn = t(2)", "unknown"},
		{"an array over a structure", pair + "s%q = 5\nt(2) = 7\nn = s%q", "unknown"},
		{"a component alone", pair + "t(2) = 7\ns%q = 5\nn = s%q", "5"},
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
		{"extends the block", "j\ninteger :: v(3)\nequivalence (j, v)\nv(2) = 5", "unknown"},
		{"extends the block beside", "j\ninteger :: v(3)\nequivalence (l, v)\nv(2) = 5", "2"},
		{"extends the block as the caller has it", "j\nequivalence (j, m)\nm(2) = 5", "5"},
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

// A unit knows of the variables of a module, or of its host, what EQUIVALENCE lays over them,
// though it does not name it: k is stored to first. What a call has made of equal values is
// remembered for the next one.
func TestOverlaidElsewhere(t *testing.T) {
	const module = "module c\ninteger :: k, kk(2)\nequivalence (k, kk(2))\n%send module\n"
	const main = "program x\n%sreal :: a(1000)\nk = 10\n%sa(k) = 1.0\n%send program\n"
	const initial = "program x\nreal :: a(100)\ncommon /z/ j, k\ndata k /50/\ncall s\na(k) = 1.0\nend program\nsubroutine s\ninteger :: v(2)\ncommon /%s/ v\nv(2) = 9\nend subroutine\n"
	const structure = "type two\nsequence\ninteger :: p, q\nend type\ntype(two) :: r(3)\ninteger :: k\nequivalence (r, k)\n"
	for _, c := range []struct{ name, text, want string }{
		{"a member of COMMON in the host", fmt.Sprintf(main, "integer :: k\ncommon /z/ k\n", "call s\n", "contains\nsubroutine s\nk = 60\nend subroutine\n"), "60"},
		{"a member of COMMON in a module", "module c\ninteger :: k\ncommon /z/ k\nend module\n" + fmt.Sprintf(main, "use c\n", "call s\n", "") + "subroutine s\ninteger :: v\ncommon /z/ v\nv = 9\nend subroutine\n", "9"},
		{"over an initial value", fmt.Sprintf(initial, "z"), "unknown"},
		{"beside an initial value", fmt.Sprintf(initial, "y"), "50"},
		{"in a structure that is handed on", fmt.Sprintf(main, structure, "call s(r)\n", "contains\nsubroutine s(d)\ntype(two) :: d(3)\nd(1)%p = 7\nend subroutine\n"), "unknown"},
		{"by the unit", fmt.Sprintf(module+main, "", "use c\n", "kk(2) = 444\n", ""), "444"},
		{"by a procedure that uses the other name", fmt.Sprintf(module+main, "", "use c, only: k\n", "call s\n", "") + "subroutine s\nuse c, only: kk\nkk(2) = 222\nend subroutine\n", "222"},
		{"by a procedure of the module", fmt.Sprintf(module+main, "contains\nsubroutine s\nkk(2) = 333\nend subroutine\n", "use c\n", "call s\n", ""), "333"},
		{"under another name", fmt.Sprintf(module+main, "", "use c, only: k, x2 => kk\n", "x2(2) = 5\n", ""), "5"},
		{"by a procedure that is contained", fmt.Sprintf(main, "integer :: k, kk(2)\nequivalence (k, kk(2))\n", "call s\nk = 10\ncall s\n", "contains\nsubroutine s\nkk(2) = 7\nend subroutine\n"), "7"},
		{"where the other name is hidden", fmt.Sprintf(main, "integer :: k, kk(2)\nequivalence (k, kk(2))\n", "call s\nk = 10\ncall s\n", "contains\nsubroutine s\ninteger :: k\nk = 3\nkk(2) = k\nend subroutine\n"), "3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			units := lower.Lower(fortran.Parse(source.NewText(c.text), fortran.Free)).Units
			find := func(name string) *program.Unit {
				return units[slices.IndexFunc(units, func(u *lower.Unit) bool { return u.Name == name })].Unit
			}
			called := sync.OnceValue(func() *Procedure { return &Procedure{Unit: find("s")} })
			opt := Options{Called: func(string) *Procedure { return called() }, Counted: everything}
			if got := uses(find("x"), Run(context.Background(), find("x"), opt), "k"); got != c.want {
				t.Errorf("k is %s, want %s", got, c.want)
			}
		})
	}
}
