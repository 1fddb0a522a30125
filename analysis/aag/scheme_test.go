package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// TestSwitches turns every switch of the compile scheme and counts by hand what
// the second of four processors, which has x(5:8), receives on the program's
// last line with messages; the element interpreter under the same scheme agrees.
func TestSwitches(t *testing.T) {
	const stencil = "do i = 2, n-1; y(i) = x(i-1) + x(i+1); end do"
	const wide = "do i = 3, n-2; y(i) = x(i-1) + x(i-2) + x(i+1); end do"
	const fixed = "do i = 1, n; y(i) = x(1); end do"
	with := func(change func(*scheme.Scheme)) scheme.Scheme {
		s := scheme.Collective
		change(&s)
		return s
	}
	unvectorised := with(func(s *scheme.Scheme) { s.Vectorize = false })
	forgetful := with(func(s *scheme.Scheme) { s.Reuse = false })
	for _, c := range []struct {
		name, body         string
		scheme             scheme.Scheme
		messages, elements float64
	}{
		{"collective", stencil, scheme.Collective, 2, 2},
		{"collective: two elements from one side", wide, scheme.Collective, 2, 3},
		{"no overlap areas: a message per distance", wide, with(func(s *scheme.Scheme) { s.OverlapAreas = false }), 3, 4},
		{"no coalescing: a message per reference", "y(2:n) = x(1:n-1) + 2.0*x(1:n-1)", with(func(s *scheme.Scheme) { s.Coalesce, s.Reuse = false, false }), 2, 2},
		{"coalescing", "y(2:n) = x(1:n-1) + 2.0*x(1:n-1)", scheme.Collective, 1, 1},
		{"no vectorisation: each element in its iteration", "do i = 1, n; y(i) = x(n+1-i); end do", unvectorised, 4, 4},
		{"vectorisation", "do i = 1, n; y(i) = x(n+1-i); end do", scheme.Collective, 1, 4},
		{"no vectorisation, the invariant is extracted", fixed, unvectorised, 1, 1},
		{"no vectorisation, no invariants", fixed, scheme.ElementWise, 4, 4},
		{"element by element, also in array statements", "y(:) = x(n:1:-1)", scheme.ElementWise, 4, 4},
		{"element by element, also in INDEPENDENT loops", "\n!HPF$ INDEPENDENT; do i = 1, n; y(i) = x(n+1-i); end do", scheme.ElementWise, 4, 4},
		{"no aggregation: a message per array", "do i = 2, n; y(i) = x(i-1) + z(i-1); end do", scheme.Collective, 2, 2},
		{"aggregation", "do i = 2, n; y(i) = x(i-1) + z(i-1); end do", with(func(s *scheme.Scheme) { s.Aggregate = true }), 1, 2},
		{"no reuse: fetched twice", "y(2:n) = x(1:n-1); z(2:n) = x(1:n-1)", forgetful, 2, 2},
		{"reuse", "y(2:n) = x(1:n-1); z(2:n) = x(1:n-1)", scheme.Collective, 1, 1},
		{"reuse: what is stored in between is fetched again", "y(2:n) = x(1:n-1); x(1) = 1.0; z(2:n) = x(1:n-1)", scheme.Collective, 2, 2},
		{"reuse: another section", "y(2:n) = x(1:n-1); z(3:n) = x(1:n-2)", scheme.Collective, 2, 3},
		{"reuse: out of loops", "do i = 2, n; y(i) = x(i-1); end do; do i = 2, n; z(i) = x(i-1); end do", scheme.Collective, 1, 1},
		{"reuse: in a loop, of what was there before", "y(2:n) = x(1:n-1); do j = 1, 3; y(1) = 2.0; z(2:n) = x(1:n-1) + y(1); end do", scheme.Collective, 4, 4},
		{"reuse: not where the loop stores it later", "y(2:n) = x(1:n-1); do j = 1, 3; z(2:n) = x(1:n-1); x = z; end do", scheme.Collective, 4, 4},
		{"reuse: not where another index moves it", "forall (i = 1:n-1, j = 1:n-1) y(j) = x(j+1) + x(i+1)", scheme.Collective, 4, 12},
		{"reuse: in a branch, of what was there before", "y(2:n) = x(1:n-1); if (n > 3) then; z(2:n) = x(1:n-1); end if", scheme.Collective, 1, 1},
		{"reuse: inside a branch", "if (n > 3) then; y(2:n) = x(1:n-1); z(2:n) = x(1:n-1); end if", scheme.Collective, 1, 1},
		{"reuse: not of what a branch stores", "y(2:n) = x(1:n-1); if (n > 3) then; x(1) = 1.0; z(2:n) = x(1:n-1); end if", scheme.Collective, 2, 2},
		{"reuse: not of what a branch has stored", "y(2:n) = x(1:n-1); if (n > 3) then; x(1) = 1.0; end if; z(2:n) = x(1:n-1)", scheme.Collective, 2, 2},
		{"reuse: not of what only a branch fetches", "if (n > 20) then; y(2:n) = x(1:n-1); end if; z(2:n) = x(1:n-1)", scheme.Collective, 1, 1},
		{"reuse: not from branch to branch", "if (n > 20) then; y(2:n) = x(1:n-1); else; z(2:n) = x(1:n-1); end if", scheme.Collective, 1, 1},
		{"reuse: of what is fetched for a test", "x = 3.0; if (x(1) > 2.0) then; y = 1.0; end if; w(:) = x(1)", scheme.Collective, 1, 1},
		{"reuse: not of what is fetched for a test that is not made", "if (n > 3) then; y = 1.0; else if (x(1) > 2.0) then; y = 2.0; end if; w(:) = x(1)", scheme.Collective, 1, 1},
		{"reuse: in a branch inside a loop, of what was there before", "y(2:n) = x(1:n-1); do j = 1, 3; if (j > 1) then; z(2:n) = x(1:n-1); end if; end do", scheme.Collective, 1, 1},
		{"reuse: not of what leaves a branch that is not taken", "if (n > 20) then; do j = 1, 3; y(2:n) = x(1:n-1); end do; end if; z(2:n) = x(1:n-1)", scheme.Collective, 1, 1},
		{"reuse: nor of what leaves the loop around it", "do j = 1, 3; if (n > 20) then; y(2:n) = x(1:n-1); end if; end do; z(2:n) = x(1:n-1)", scheme.Collective, 1, 1},
		{"reuse: a branch in one iteration does not serve the next", "do j = 1, 3; if (j == 2) then; x = 1.0; y(2:n) = x(1:n-1); end if; z(2:n) = x(1:n-1); end do", scheme.Collective, 4, 4},
		{"replicated by default", "do i = 2, n; y(i) = w(i-1); end do", scheme.Collective, 0, 0},
		{"BLOCK by default", "do i = 2, n; y(i) = w(i-1); end do", with(func(s *scheme.Scheme) { s.Default = scheme.LastBlock }), 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program s\ninteger, parameter :: n = 16\ninteger :: i, j\nreal, dimension(n) :: x, y, z, w\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y, z\n" + strings.ReplaceAll(c.body, "; ", "\n") + "\nend program\n"
			u, err := lowered("switches.f90", text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			src := source.NewText(text)
			closed := newFormsUnder(c.scheme, u, src, nil)
			got, err := closed.counts(nil, []int{4})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			messages, elems := 0.0, 0.0
			for k, v := range got {
				if k.processor == 1 && k.what == "messages" {
					messages += v
				}
				if k.processor == 1 && k.what == "elements" {
					elems += v
				}
			}
			if messages != c.messages || elems != c.elements {
				t.Errorf("%s: %v messages with %v elements, want %v with %v", c.name, messages, elems, c.messages, c.elements)
			}
			if c.scheme.Aggregate { // the interpreter joins no groups
				return
			}
			in := elements.Of(u, src)
			built := closed.graph.Builder
			in.Layouts, in.Grid, in.Arena = built.Layouts, built.Layouts[u.Lookup("y")].Grid, built.A
			want, err := elements.Run(in, elements.Options{Grid: []int{4}, Scheme: c.scheme, Kept: closed.graph.Keeps()})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			report(t, fmt.Sprintf("%s:", c.name), closed.differences(counted(want), got))
		})
	}
}

// TestOwnerTest: with local bounds a processor makes its own iterations, else
// all of them.
func TestOwnerTest(t *testing.T) {
	text := "program s\nreal :: x(16)\ninteger :: i\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE x(BLOCK) ONTO p\ndo i = 1, 16\nx(i) = 1.0\nend do\nend program\n"
	u, err := lowered("owner.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		where      scheme.OwnerTest
		iterations float64
		parallel   bool
	}{{scheme.InBounds, 4, true}, {scheme.InIteration, 16, false}} {
		t.Run(fmt.Sprint(c.where), func(t *testing.T) {
			s := scheme.Collective
			s.OwnerTest = c.where
			closed := newFormsUnder(s, u, source.NewText(text), nil)
			g := closed.graph
			got, err := g.Builder.A.Eval(g.Units[0].Local, map[string]float64{"p": 4, "c": 1})
			if err != nil || got != c.iterations || g.Loops[0].Parallel != c.parallel {
				t.Errorf("owner test %v: %v iterations (%v), %+v", c.where, got, err, g.Loops[0])
			}
		})
	}
}

// TestReuseFollowsScalars: x(i) is another element once i has changed.
func TestReuseFollowsScalars(t *testing.T) {
	s := scheme.Collective
	for _, c := range []struct {
		between string
		want    int
	}{{"y(2) = 0.0", 1}, {"i = 5", 2}, {"read *, i", 2}, {"call f(i)", 2}} {
		t.Run(c.between, func(t *testing.T) {
			text := "subroutine s(i)\nreal, dimension(16) :: x, y\ninteger :: i\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y\ny(1:16) = x(i)\n" + c.between + "\ny(1:16) = x(i)\nend subroutine\n"
			u, err := lowered("scalars.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, x := range newFormsUnder(s, u, source.NewText(text), nil).graph.Units {
				if x.Kind == aag.Comm {
					got++
				}
			}
			if got != c.want {
				t.Errorf("%s: %d messages, want %d", c.between, got, c.want)
			}
		})
	}
}
