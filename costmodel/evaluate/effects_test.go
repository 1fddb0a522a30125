package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// shownIn returns what callers see of the procedures that the first unit of a
// text calls, directly or not, by name.
func shownIn(text string) map[string]*comm.Procedure {
	snap := workspace.New(texts.FS{"x.f90": text}).Snapshot()
	f, _ := snap.File("x.f90")
	procs := newProcedures(snap)
	out := map[string]*comm.Procedure{}
	procs.root(f, 0)
	for _, p := range procs.known {
		out[p.unit.Name] = p.shown
	}
	return out
}

// What a procedure touches, its callers touch: also where procedures call each
// other in a circle.
func TestEffectsOfCallees(t *testing.T) {
	cases := []struct{ name, calls, closed, passes string }{
		{"nothing", "a:", "a", ""},
		{"a chain", "a: b; b: c; c:", "abc", ""},
		{"an unknown one at its end", "a: b; b: c; c: unknown", "", ""},
		{"COMMON at its end", "a: b; b: c; c: COMMON", "", ""},
		{"COMMON in the middle", "a: b; b: c COMMON; c:", "c", ""},
		{"itself", "a: a", "a", ""},
		{"a circle", "a: b; b: c; c: a", "abc", ""},
		{"a circle with COMMON", "a: b; b: c; c: a COMMON; d:", "", ""},
		{"a circle above COMMON", "a: b; b: a c; c: COMMON", "", ""},
		{"a circle beside it", "a: b d; b: b; d: COMMON", "b", ""},
		{"messages at the end", "a: b; b: c; c: MPI", "abc", "abc"},
		{"messages in a circle", "a: b d; b: c; c: b MPI; d:", "abcd", "abc"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			closed, passes := "", ""
			shown := shownIn(proceduresOf(c.calls))
			for _, name := range []string{"a", "b", "c", "d"} {
				if p := shown[name]; p != nil && p.Closed {
					closed += name
				}
				if p := shown[name]; p != nil && p.Passes {
					passes += name
				}
			}
			if closed != c.closed || passes != c.passes {
				t.Errorf("closed %q, want %q; passes messages %q, want %q", closed, c.closed, passes, c.passes)
			}
		})
	}
}

// proceduresOf writes a program of procedures from "name: what it calls; ...".
func proceduresOf(calls string) string {
	var b strings.Builder
	b.WriteString("program main\ncall a\nend program\n")
	for _, one := range strings.Split(calls, ";") {
		name, list, _ := strings.Cut(one, ":")
		body := ""
		fmt.Fprintf(&b, "subroutine %s\n", strings.TrimSpace(name))
		for _, word := range strings.Fields(list) {
			switch word {
			case "COMMON":
				b.WriteString("common /block/ shared\n")
				body += "shared = 1.0\n"
			case "MPI":
				b.WriteString("use mpi\ninteger :: ierr\n")
				body += "call mpi_barrier(MPI_COMM_WORLD, ierr)\n"
			default:
				body += "call " + word + "\n"
			}
		}
		b.WriteString(body + "end subroutine\n")
	}
	return b.String()
}

// Each procedure is looked at once, however often it is called: this chain has
// 2^40 ways down.
func TestEffectsOfDeepCallees(t *testing.T) {
	var b strings.Builder
	for k := range 40 {
		fmt.Fprintf(&b, "s%d: s%d s%d;", k, k+1, k+1)
	}
	shown := shownIn(proceduresOf("a: s0;" + b.String() + "s40:"))
	if len(shown) != 43 || !shown["a"].Closed {
		t.Errorf("%d procedures, closed %v", len(shown), shown["a"].Closed)
	}
}
