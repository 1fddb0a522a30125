package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What moves where only the run time knows who owns the left side: 4 processors, 64 elements of 4
// bytes, 16 on each. An index array comes to all (4*48 elements), an operand to the owner of
// the iteration (a quarter of them, 16 for each), a result to its owner (no more than the 16 that it has).
func TestMessagesWhereTheRunTimeKnowsTheOwner(t *testing.T) {
	const all, share = 4 * 48 * 4, 4 * 16 * 4
	const head = "program x\ninteger, parameter :: n = 64\nreal :: a(n), b(n), c(n)\ninteger :: p(n), r(n), i, k\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b, c, p\nread *, p, r\n"
	for _, c := range []struct {
		name, body, loop string
		moved            map[string]int
	}{
		{"a sum", "do i = 1, n; a(p(i)) = a(p(i)) + b(i); end do", "tests in each whether it owns A(P(I)), which is known at run time only: equal shares are counted", map[string]int{"gather of p": all, "remap of b": share}},
		{"an index array that all have", "do i = 1, n; a(r(i)) = a(r(i)) + b(i); end do", "tests in each whether it owns A(R(I))", map[string]int{"remap of b": share}},
		{"a scalar of the iteration", "do i = 1, n; k = p(i); a(k) = a(k) + 1; end do", "tests in each whether it owns A(K)", map[string]int{"gather of p": all}},
		{"what all have by now", "do i = 1, n; k = p(i); a(k) = p(i) + b(i); end do", "tests in each whether it owns A(K)", map[string]int{"gather of p": all, "remap of b": share}},
		{"another statement beside it", "do i = 1, n; c(i) = b(i); a(p(i)) = 0; end do", "tests in each whether it owns A(P(I))", map[string]int{"gather of p": all}},
		{"a promise", "!HPF$ INDEPENDENT; do i = 1, n; a(p(i)) = b(i); end do", "every processor makes the iterations that it owns", map[string]int{"write-back of a": share}},
		{"a promise and a scalar", "!HPF$ INDEPENDENT, NEW(k); do i = 1, n; k = p(i); a(k) = b(i); end do", "every processor makes the iterations that it owns", map[string]int{"write-back of a": share}},
		{"a promise, a regular left side too", "!HPF$ INDEPENDENT; do i = 1, n; a(p(i)) = b(i); c(i) = 1; end do", "every processor makes the iterations that it owns", map[string]int{"write-back of a": share}},
		{"FORALL", "forall (i = 1:n) a(p(i)) = b(i)", "array construct", map[string]int{"write-back of a": share}},
		{"a vector", "a(p) = b", "array construct", map[string]int{"write-back of a": share}},
		{"a vector that all have", "a(r) = 0", "array construct", nil},
		{"the iterations of a sum", "!HPF$ INDEPENDENT, REDUCTION(a); do k = 1, 3; !HPF$ INDEPENDENT, REDUCTION(a); do i = 1, n; a(p(i)) = a(p(i)) + b(i); end do; end do", "", map[string]int{"reduction": 4 * 2 * 64 * 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "p.f90", head+strings.ReplaceAll(c.body, "; ", "\n")+"\nend program\n", settings.Settings{Machine: "cluster"})
			moved := map[string]int{}
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					if l.Line == 7 { // READ
						continue
					}
					what := m.Kind
					if m.Array != "" {
						what += " of " + m.Array
					}
					moved[what] += int(m.TotalBytes)
				}
			}
			if fmt.Sprint(moved) != fmt.Sprint(c.moved) {
				t.Errorf("%v, want %v", moved, c.moved)
			}
			why := ""
			for _, l := range u.Loops {
				why += l.Why + "\n"
			}
			if !strings.Contains(why, c.loop) {
				t.Errorf("%q, want %q", why, c.loop)
			}
		})
	}
}

// The owner alone does the work behind the test, on machines whose times overlap too: a quarter of it,
// beside tests that take at most a nanosecond each.
func TestTheOwnerAloneWorks(t *testing.T) {
	const n = 1000
	for _, left := range []string{"a(r(i))", "c(r(i),r(n+1-i))"} {
		t.Run(left, func(t *testing.T) {
			text := "program x\ninteger, parameter :: n = 1000\nreal(8) :: a(n), b(n), c(n,n)\ninteger :: r(n), i\n!HPF$ DISTRIBUTE a(BLOCK)\n!HPF$ DISTRIBUTE c(BLOCK,BLOCK)\nread *, r\n" +
				"do i = 1, n\n" + left + " = exp(sqrt(b(r(i)))*sin(b(r(i))))\nend do\nend program\n"
			computed := func(procs int) float64 {
				return lineIn(reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: procs}), 9).Charge.Computation
			}
			if all, own := computed(1), computed(4); own < all/4 || own > all/4+n*1e-9 {
				t.Errorf("%g s, and %g s on 4 processors", all, own)
			}
		})
	}
}

// How long the rows of a sparse matrix are is no question about the row.
func TestRowsWhereTheRunTimeKnowsTheOwner(t *testing.T) {
	const text = "program x\ninteger, parameter :: n = 64\nreal(8) :: a(n), b(n)\ninteger :: r(n+1), c(8*n), i, k\n!HPF$ DISTRIBUTE a(BLOCK)\nforall (i = 1:n+1) r(i) = 1 + 4*(i-1)\nread *, c\n" +
		"do i = 1, n\ndo k = r(i), r(i+1)-1\na(c(k)) = a(c(k)) + b(i)\nend do\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4})
	if got := lineOf(u, 10).Executions; got != 64*4 {
		t.Errorf("%v executions", got)
	}
	for _, a := range u.Assumptions {
		if a.Name == "i" || a.Name == "k" {
			t.Errorf("%+v", a)
		}
	}
}

// A chain through index arrays sends an element in each iteration: from one to one where the arrays are
// known, of which all 64 pairs lie on other processors; at most to each of 4 where they are read, and
// nobody is asked what p(i) is.
func TestChainsThroughIndexArrays(t *testing.T) {
	for indices, want := range map[string]struct {
		messages float64
		bound    bool
	}{
		"forall (i = 1:n) p(i) = n + 1 - i\nforall (i = 1:n) q(i) = i\n": {64, false},
		"read *, p\nread *, q\n": {4 * 64, true},
	} {
		t.Run(indices, func(t *testing.T) {
			text := "program x\ninteger, parameter :: n = 64\nreal :: a(n)\ninteger :: p(n), q(n), i\n!HPF$ DISTRIBUTE a(BLOCK)\n" + indices + "do i = 1, n\na(p(i)) = a(q(i)) + 1\nend do\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4})
			l := lineIn(r, 9)
			if len(l.Comms) != 1 || l.Comms[0].TotalMessages != want.messages || strings.Contains(l.Comms[0].Reason, "upper bound") != want.bound {
				t.Errorf("%+v, want %+v", l.Comms, want)
			}
			for _, d := range r.Diagnostics {
				t.Errorf("%s", d.Message)
			}
		})
	}
}

// What an iteration of an INDEPENDENT loop computes for others is sent behind this loop, in one
// message, also where it has loops of its own: 4 processors with 16 columns of 64 elements.
func TestResultsOfLoopsInIterations(t *testing.T) {
	const head = "program x\ninteger, parameter :: n = 64\nreal :: c(n,n), d(n,n)\ninteger :: p(n), i, j\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: c, d\nread *, p\n"
	for _, c := range []struct{ name, promise, column string }{
		{"columns from the other end", "INDEPENDENT, NEW(i), ON HOME(d(1,j))", "n+1-j"},
		{"columns that the run time knows", "INDEPENDENT, NEW(i), ON HOME(d(1,j))", "p(j)"},
		{"columns that the run time knows, at the owner of what is read", "INDEPENDENT, NEW(i)", "p(j)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "p.f90", head+"!HPF$ "+c.promise+"\ndo j = 1, n\ndo i = 1, n\nc(i,"+c.column+") = d(i,j)\nend do\nend do\nend program\n", settings.Settings{})
			l := lineOf(u, 11)
			if len(l.Comms) != 1 || l.Comms[0].Kind != "write-back" || l.Comms[0].TotalBytes != 4*16*64*4 || l.Comms[0].Messages > 3 || l.Executions != 64*64 {
				t.Errorf("%g executions, %+v", l.Executions, l.Comms)
			}
		})
	}
}

// What an iteration of an INDEPENDENT loop adds up in a loop of its own, one processor adds up:
// the old sums come to it before this loop, and the new ones go behind it. 4 processors with 16
// elements each, which lie at the other end.
func TestSumsInIterations(t *testing.T) {
	const head = "program x\ninteger, parameter :: n = 64\nreal :: d(n,n), e(n)\ninteger :: i, j, k\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE d(*,BLOCK) ONTO q\n!HPF$ ALIGN e(j) WITH d(*,j)\n"
	const loops = "!HPF$ INDEPENDENT, NEW(i), ON HOME(d(1,j))\ndo j = 1, n\ndo i = 1, n\ne(n+1-j) = e(n+1-j) + d(i,j)\nend do\nend do\n"
	for _, c := range []struct {
		name, text string
		times      float64
	}{
		{"once", head + loops, 1},
		{"in each round", head + "do k = 1, 3\n" + loops + "end do\n", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.text + "end program\n"
			l := lineOf(unitOf(t, "p.f90", text, settings.Settings{}), lineWith(text, "+ d(i,j)"))
			total := 0.0
			for _, m := range l.Comms {
				total += m.TotalBytes
				if m.Messages != c.times {
					t.Errorf("%g messages, want %g: %+v", m.Messages, c.times, m)
				}
			}
			if want := c.times * 2 * 4 * 16 * 4; len(l.Comms) != 2 || total != want {
				t.Errorf("%g bytes, want %g: %+v", total, want, l.Comms)
			}
		})
	}
}
