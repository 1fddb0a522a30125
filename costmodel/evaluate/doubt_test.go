package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// TestDoubts: a line names the assumed values that enter its time, wherever they are asked
// for, and no other line does.
func TestDoubts(t *testing.T) {
	const head = "program p\ninteger :: k, i, it\nreal :: a(100), b(100)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b\n" // the body begins on line 6
	for _, c := range []struct{ name, machine, body, want string }{
		{"nothing", "", "a = 1\nb = a\n", ""},
		{"a bound that nothing gives", "", "read *, k\ndo it = 1, k\na = b\nend do\nb = 1\n", "7:k 8:k"},
		{"a bound that is known", "", "k = 5\ndo it = 1, k\na = b\nend do\n", ""},
		{"what follows from one", "", "read *, k\ni = 2*k\ndo it = 1, i\na = b\nend do\n", "8:i 9:i"},
		{"both branches", "", "read *, a\nif (a(1) > 0) then\nb = 2\nelse\nb = 3\nend if\na = b\n", "7:weight1 8:weight1 10:weight1"},
		{"inside of both", "", "read *, k\ndo it = 1, k\nif (a(1) > 0) then\nb = 2\nend if\nend do\n", "7:k 8:k,weight1 9:k,weight1"},
		{"a procedure that is given one", "", "read *, k\ncall s(k)\ncall s(3)\ncontains\nsubroutine s(m)\ninteger :: m, j\nreal :: x(100)\ndo j = 1, m\nx = j\nend do\nend subroutine\n", "7:s 13:m 14:m"},
		{"a procedure with one of its own", "", "call s\na = 1\ncontains\nsubroutine s\ninteger :: m, j\nreal :: x(100)\nread *, m\ndo j = 1, m\nx = j\nend do\nend subroutine\n", "6:s 13:m 14:m"},
		{"on a machine of array operations", "cm5-cmf", "read *, k\na = 1\ndo it = 1, k\na = b\nend do\n", "8:k 9:k"},
	} {
		t.Run(c.name, func(t *testing.T) {
			end := "end program\n"
			text := head + c.body + end
			var got []string
			for _, u := range reportOf(t, "p.f90", text, settings.Settings{Machine: c.machine}).Units {
				for _, l := range u.Lines {
					if len(l.Assumed) > 0 {
						got = append(got, fmt.Sprintf("%d:%s", l.Line, strings.Join(l.Assumed, ",")))
					}
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}

// TestDoubtsOfWaits: who waits does so for what the others have done before, in a loop also
// in the iteration before; nobody waits for what comes later.
func TestDoubtsOfWaits(t *testing.T) {
	arena := symbolic.NewArena()
	delay := func(tag int, name string) *process.Delay {
		return &process.Delay{Tag: tag, Amount: arena.Sym(name, symbolic.Real)}
	}
	d := newDoubts(&numbers{
		m:      &model{terms: &process.SPMD{Arena: arena}},
		values: &criticals{found: map[string]found{}},
	})
	for _, name := range []string{"j", "k", "m"} {
		d.n.values.found[name] = found{Assumption: report.Assumption{Provenance: report.Assumed}}
	}
	d.walk(process.Series{
		delay(1, "j"), &process.Exchange{Tag: 2},
		&process.Loop{Lo: arena.Int(1), Hi: arena.Int(9), Body: process.Series{&process.Exchange{Tag: 3}, delay(4, "k")}},
		delay(5, "m"), &process.Sweep{Tag: 6, Body: delay(7, "x")},
	}, nil)
	for tag, want := range map[int]string{1: "[j]", 2: "[j]", 3: "[j k]", 4: "[k]", 5: "[m]", 6: "[j k m]", 7: "[]"} {
		t.Run(fmt.Sprint(tag), func(t *testing.T) {
			l := &lineBuilder{Line: &report.Line{Charge: report.Charge{Wait: 1}}, tags: []int{tag}}
			if got := fmt.Sprint(d.on(l)); got != want {
				t.Errorf("at %d: %s, want %s", tag, got, want)
			}
			if l.Charge.Wait = 0; len(d.on(l)) > 0 && (tag == 2 || tag == 3 || tag == 6) {
				t.Errorf("at %d, without waits: %s", tag, d.on(l))
			}
		})
	}
	l := &lineBuilder{Line: &report.Line{Charge: report.Charge{Wait: 1}}, tags: []int{6}}
	if n := testing.AllocsPerRun(10, func() { d.on(l) }); n > 0 {
		t.Errorf("a line that waits has a list of its own: %v allocations; the lists of all lines would grow with their square", n)
	}
}
