package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// TestBusyIsWorkWithoutWaits: in the program of docs/waits.md processor 3 adds
// 7 + 8 times in the first loop and processor 0 8 + 7 times in the last, 1 µs each;
// every processor transmits one message of 8 µs, and three of the four wait 4 µs
// for it, in which none is busy.
func TestBusyIsWorkWithoutWaits(t *testing.T) {
	m := modelsOf("x.f90", read(t, waitsFolder+"unequal.f90"), roundMachine(t, "matched", ""))[0]
	n := numbersOf(t, m, settings.Settings{})
	waits := 0.0
	for _, c := range []struct {
		line      int
		us        float64
		processor int
	}{{10, 15, 3}, {13, 8, 0}, {16, 15, 0}} {
		t.Run(fmt.Sprint(c.line), func(t *testing.T) {
			l := lineAt(t, n.out, c.line)
			if math.Abs(l.Busy-c.us*1e-6) > 1e-12 || !slices.Equal(l.BusyProcessor, []int{c.processor}) {
				t.Errorf("line %d: %v s on processor %v, by hand %v µs on %d", c.line, l.Busy, l.BusyProcessor, c.us, c.processor)
			}
			waits += l.Charge.Wait
		})
	}
	if waits == 0 {
		t.Error("nobody waits: the test shows nothing")
	}
}

// TestProfileOfPartsOfAProgram: the speedup of lines is what they take on one
// processor over what they take here, not over what the program takes.
func TestProfileOfPartsOfAProgram(t *testing.T) {
	const text = `program g
  integer :: i
  real :: a(4000), s
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
  do i = 1, 4000
    a(i) = i * 2.0
  end do
  do i = 1, 4000
    s = s * 0.5 + 1.0
  end do
end program
`
	speedup := func(lines report.Lines) (speedup, efficiency float64) {
		p := profilesOf(t, text, "g", lines, settings.Settings{})[0]
		return p.Speedup, p.Efficiency
	}
	for _, c := range []struct {
		what                string
		lines               report.Lines
		speedup, efficiency float64
	}{
		{"iterations that are dealt out", report.Lines{First: 7, Last: 7}, 4, 1},
		{"iterations that every processor makes", report.Lines{First: 10, Last: 10}, 1, 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, e := speedup(c.lines)
			if math.Abs(s-c.speedup) > 0.01*c.speedup || math.Abs(e-c.efficiency) > 0.01 {
				t.Errorf("speedup %v, efficiency %v; want %v and %v", s, e, c.speedup, c.efficiency)
			}
		})
	}
}
