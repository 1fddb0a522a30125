package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// The blocks of an allocated array of structures are alike while each gets the same sizes: what
// an element is given in one procedure is known in another one. 4 x 30 elements of q, 30 iterations.
func TestArraysOfStructures(t *testing.T) {
	const module = "module m\ntype block\ninteger :: ni\nreal, allocatable :: q(:,:)\nend type\ntype(block), allocatable :: blk(:)\ncontains\n" +
		"subroutine set(nb, ni)\ninteger, intent(in) :: nb, ni\ninteger b\nallocate(blk(nb))\ndo b = 1, nb\nblk(b)%ni = ni\nallocate(blk(b)%q(4,ni))\nend do\nend subroutine\n" +
		"subroutine one(x, ni)\ntype(block), intent(inout) :: x\ninteger, intent(in) :: ni\nx%ni = ni\nallocate(x%q(4,ni))\nend subroutine\n" +
		"subroutine sweep(x)\ntype(block), intent(inout) :: x\ninteger i\ndo i = 1, x%ni\nx%q(1,i) = 1.0\nend do\nx%q = 2.0*x%q\nend subroutine\nend module\n"
	cases := []struct {
		name, calls string
		iterations  float64
		elements    float64 // 0: asked for
	}{
		{"of the same size", "call set(8, 30)\n", 30, 120},
		{"one after the other, and perhaps not all: the extents are asked for", "allocate(blk(3))\ncall one(blk(1), 30)\ncall one(blk(2), 30)\n", 30, 0},
		{"one of them only, and 100 assumed of the other", "allocate(blk(3))\nblk(1)%ni = 30\n", 65, 0},
		{"of different sizes: the mean, and the extents are asked for", "allocate(blk(3))\ncall one(blk(1), 30)\ncall one(blk(2), 40)\n", 35, 0},
		{"of different sizes, by assignments", "allocate(blk(3))\nblk(1)%ni = 30\nblk(2)%ni = 40\nblk(1)%ni = 30\nallocate(blk(1)%q(4,30), blk(2)%q(4,40))\n", 35, 0},
		{"that are read: 100 and 30", "allocate(blk(3))\nread *, blk(1)%ni\nblk(2)%ni = 30\nallocate(blk(2)%q(5,30), blk(1)%q(4,30))\n", 65, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := module + "program p\nuse m\ninteger b\n" + c.calls + "do b = 1, 2\ncall sweep(blk(b))\nend do\nend program\n"
			u := unitNamed(t, reportOf(t, "x.f90", text, settings.Settings{Procs: 1}), "sweep")
			at := lineWith(text, "x%q(1,i)")
			if got := lineOf(u, at).Executions; got != c.iterations {
				t.Errorf("%g iterations, want %g", got, c.iterations)
			}
			if got := lineOf(u, at+2).Executions; c.elements > 0 && got != c.elements {
				t.Errorf("%g elements, want %g", got, c.elements)
			}
			asked := false
			for _, a := range u.Assumptions {
				asked = asked || a.Provenance == report.Assumed
			}
			if asked != (c.elements == 0) {
				t.Errorf("%+v", u.Assumptions)
			}
		})
	}
}

// An element that gets what a function returns has components that are asked for, not those from
// before.
func TestElementsThatGetStructures(t *testing.T) {
	const text = "module m\ntype vec\ninteger :: n = 0\nend type\ncontains\nfunction both(a, b) result(c)\ntype(vec), intent(in) :: a, b\ntype(vec) :: c\nc%n = a%n + b%n\nend function\nend module\n" +
		"program p\nuse m\ntype(vec) v(4)\ninteger i\nreal x(100)\nv(1)%n = 11\nv(2)%n = 4\nSTATEMENT\ndo i = 1, v(1)%n\nx(i) = 1.0\nend do\nend program\n"
	for name, c := range map[string]struct {
		statement  string
		iterations float64
	}{
		"nothing":             {"continue", 11},
		"another element":     {"v(1) = v(2)", 4},
		"a function's result": {"v(1) = both(v(2), v(2))", 100},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(text, "STATEMENT", c.statement, 1)
			at := lineWith(text, "x(i) =")
			if got := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 1}), at).Executions; got != c.iterations {
				t.Errorf("%g iterations, want %g", got, c.iterations)
			}
		})
	}
}

// What is stored through a pointer is no longer known of what it may point at; a pointer of reals
// reaches no integer, and a pointer assignment changes nothing but the pointer.
func TestStoresThroughPointers(t *testing.T) {
	const head = "program p\ntype t\ninteger n\nreal v(3)\nend type\ntype h\ninteger, pointer :: q\nend type\ntype l\ntype(t), pointer :: next\nend type\ntype(h) c\ntype(l) d\ntype(t), target :: a\ntype(t), pointer :: b\ninteger, target :: m, k(3)\ninteger, pointer :: q, r(:)\nreal, target :: x(64)\nreal, pointer :: y(:)\ninteger i\na%n = 10\nm = 10\nk = 10\n"
	cases := []struct {
		name, stores, bound string
		iterations          float64 // 100: asked for
	}{
		{"no store", "b => a\nq => m\n", "a%n", 10},
		{"a component", "b => a\nb%n = 20\n", "a%n", 100},
		{"a component by a pointer to it", "q => a%n\nq = 20\n", "a%n", 100},
		{"a scalar", "q => m\nq = 20\n", "m", 100},
		{"an element", "r => k\nr(2) = 20\n", "k(2)", 100},
		{"what a pointer holds", "q => m\nq = 20\nm = 30\n", "q", 100},
		{"by a call", "q => m\ncall more(q)\n", "m", 100},
		{"by input", "q => m\nread *, q\n", "m", 100},
		{"a pointer in a structure", "c%q => m\nc%q = 20\n", "m", 100},
		{"a pointer in what a call gets", "c%q => m\ncall within(c)\n", "m", 100},
		{"a structure behind a pointer in another one", "d%next => a\nd%next%n = 20\n", "a%n", 100},
		{"a store behind it", "q => m\nq = 20\nm = 30\n", "m", 30},
		{"a structure beside", "b => a\nb%n = 20\n", "m", 100}, // of a type that may hold it
		{"of reals", "y => x\ny(1) = 2.0\n", "m", 10},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := head + c.stores + "do i = 1, " + c.bound + "\nx(i) = 1.0\nend do\ncontains\nsubroutine more(j)\ninteger, intent(inout) :: j\nj = j + 1\nend subroutine\nsubroutine within(g)\ntype(h), intent(inout) :: g\ng%q = g%q + 1\nend subroutine\nend program\n"
			at := lineWith(text, "x(i) =")
			if got := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 1}), at).Executions; got != c.iterations {
				t.Errorf("%g iterations, want %g", got, c.iterations)
			}
		})
	}
}

// The levels of a multigrid have sizes of their own, in the unit that passes them on too: 64, 32
// and 16 iterations, on each level once, and 16 on the last one.
func TestLevelsOfStructures(t *testing.T) {
	const text = "module m\ntype level\ninteger :: n\nend type\ncontains\nsubroutine set(lv)\ntype(level), allocatable, intent(out) :: lv(:)\ninteger l, k\nallocate(lv(3))\nk = 64\ndo l = 1, 3\nlv(l)%n = k\nk = k/2\nend do\nend subroutine\n" +
		"subroutine cycles(lv)\ntype(level), intent(in) :: lv(:)\ninteger l\ndo l = 1, 3\ncall sweep(lv(l)%n)\nend do\ncall sweep(lv(3)%n)\nend subroutine\n" +
		"subroutine sweep(n)\ninteger, intent(in) :: n\nreal a(100)\ninteger i\ndo i = 1, n\na(i) = 1.0\nend do\nend subroutine\nend module\nprogram p\nuse m\ntype(level), allocatable :: lv(:)\ncall set(lv)\ncall cycles(lv)\nend program\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 1})
	sweep := unitNamed(t, r, "sweep")
	at := lineWith(text, "a(i) =")
	if got, want := lineOf(sweep, at).Executions, (64+32+16+16)/4.0; got != want || sweep.Calls != 4 {
		t.Errorf("%g iterations in each of %g calls, want %g in 4", got, sweep.Calls, want)
	}
}
