package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// deep is a program of procedures that each call the next ones.
func deep(depth int, calls ...string) string {
	const head = "integer, parameter :: n = 64\nreal :: a(n), b(n)\n!HPF$ PROCESSORS pp(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pp\n!HPF$ ALIGN b(i) WITH a(i)\n"
	var b strings.Builder
	b.WriteString("program deep\n" + head + "call s1(a, b)\nend program\n")
	for k := 1; k <= depth; k++ {
		fmt.Fprintf(&b, "subroutine s%d(a, b)\n%sinteger :: i\nforall (i = 2:n-1) b(i) = a(i-1)\n", k, head)
		for _, c := range calls {
			if k < depth {
				fmt.Fprintf(&b, c+"\n", k+1)
			} else if strings.Contains(c, "! circle") {
				b.WriteString("call s1(a, b)\n")
			}
		}
		b.WriteString("end subroutine\n")
	}
	return b.String()
}

// Procedures that call each other 60 deep, each the next one twice, are modelled
// once each; their times double from one to the next, and the linkage adds to it.
func TestDeepCalls(t *testing.T) {
	r := reportOf(t, "x.f90", deep(60, "call s%d(a, b)", "call s%d(a, b)"), settings.Settings{})
	if len(r.Units) != 61 || r.Units[0].NoEstimate != "" {
		t.Fatalf("%d units, %s", len(r.Units), r.Units[0].NoEstimate)
	}
	last, call := r.Units[60].Charge.Total(), 0.0
	call = r.Units[59].Charge.Total() - 3*last // of the two calls
	want := last
	for k := 59; k >= 1; k-- {
		want = last + call + 2*want
		if got := r.Units[k].Charge.Total(); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("s%d: %g s, want %g", k, got, want)
		}
	}
}

// Different values for every call make different times: their number is bounded.
func TestManyDifferentCalls(t *testing.T) {
	var b strings.Builder
	b.WriteString("program many\ncall s1(1)\nend program\n")
	for k := 1; k <= 14; k++ {
		fmt.Fprintf(&b, "subroutine s%d(m)\ninteger, intent(in) :: m\ninteger :: i\nreal :: x\ndo i = 1, m\nx = x + 1.0\nend do\n", k)
		if k < 14 {
			fmt.Fprintf(&b, "call s%d(2*m)\ncall s%d(2*m + 1)\n", k+1, k+1)
		}
		b.WriteString("end subroutine\n")
	}
	u := reportOf(t, "x.f90", b.String(), settings.Settings{}).Units[0]
	if l := u.Lines[len(u.Lines)-1]; !strings.Contains(l.NoEstimate, "different calls") {
		t.Errorf("line %d: %q", l.Line, l.NoEstimate)
	}
}

// A circle of calls is followed until it comes to itself, wherever it is entered:
// the numbers are lower bounds and say so.
func TestCircleOfCalls(t *testing.T) {
	r := reportOf(t, "x.f90", deep(8, "call s%d(a, b) ! circle"), settings.Settings{})
	for i, u := range r.Units {
		why := ""
		for _, l := range u.Lines {
			why += l.NoEstimate
		}
		if !strings.Contains(why, "it calls itself, directly or through others") || u.Charge.Total() <= 0 {
			t.Errorf("unit %d: %q, %+v", i, why, u.Charge)
		}
	}
	if r.Units[1].Charge.Total() < 7*r.Units[8].Charge.Total() {
		t.Errorf("s1 %g s, of which s8 takes %g", r.Units[1].Charge.Total(), r.Units[8].Charge.Total())
	}
}
