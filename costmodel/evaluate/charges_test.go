package evaluate

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// shapes are programs beyond the examples: what they have in common is that
// processors differ in load and arrive at different times.
var shapes = map[string]string{
	"shift.f90": `
program shift
  integer, parameter :: n = 30
  real :: a(n), b(n)
  integer :: i, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
  do k = 1, 5
    do i = 2, n
      b(i) = a(i-1)
    end do
    a = b
  end do
end program
`,
	"cyclic.f90": `
program rounds
  integer, parameter :: n = 30
  real :: a(n,n), b(n,n)
  integer :: i, j
!HPF$ PROCESSORS p(2,3)
!HPF$ DISTRIBUTE (CYCLIC,CYCLIC(4)) ONTO p :: a, b
  do j = 1, n - 2
    do i = j, n
      b(i,j) = a(i,j+2) * 2.0 + a(i,1)
    end do
  end do
end program
`,
	"triangle.f90": `
program triangle
  integer, parameter :: n = 30
  real :: a(n,n), s
  integer :: i, j
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p
  do i = 1, n
    do j = 1, i
      a(i,j) = 1.0
    end do
  end do
  s = 0.0
  do i = 1, n
    if (n > 20) then
      s = s + a(i,1)
    end if
  end do
end program
`,
	"column.f90": `
program column
  integer, parameter :: n = 24
  real :: a(n,n)
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(*,CYCLIC) ONTO p
  do k = 1, n - 1
    do j = k + 1, n
      do i = k + 1, n
        a(i,j) = a(i,j) - a(i,k) * a(k,j)
      end do
    end do
  end do
end program
`,
	"while.f90": `
subroutine relax(a, b, n)
  integer :: n
  real :: a(n), b(n), e
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
  e = 1.0
  do while (e > 1.0e-3)
    b(2:n-1) = 0.5 * (a(1:n-2) + a(3:n))
    if (b(1) > a(1)) then
      a = b
    else
      a(2:n) = b(1:n-1)
    end if
    e = maxval(abs(a - b))
  end do
end subroutine
`,
	"cube.f90": `
program cube
  integer, parameter :: n = 12
  real :: u(n,n,n), v(n,n,n)
  integer :: i, j, k
!HPF$ PROCESSORS p(2,2,2)
!HPF$ DISTRIBUTE (BLOCK,BLOCK,BLOCK) ONTO p :: u, v
  forall (i = 2:n-1, j = 2:n-1, k = 2:n-1)
    v(i,j,k) = u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
  end forall
end program
`,
}

// many are settings of all kinds: sizes as they are and small, processors as
// they are, fewer, more than there are elements, one side only.
func many() []settings.Settings {
	var out []settings.Settings
	sizes := []float64{0, 9, 2, 33}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, size := range sizes {
		for _, s := range []settings.Settings{{}, {Procs: 1}, {Procs: 3}, {Procs: 8}, {Procs: 16}, {Grid: []int{1, 4}}, {Grid: []int{3, 2}}} {
			if size > 0 {
				s.Values = map[string]float64{"n": size, "sweeps": 5, "steps": 5}
			}
			out = append(out, s)
		}
	}
	return out
}

// each calls check for every unit of every example and shape on both machines.
func each(t *testing.T, settings []settings.Settings, check func(t *testing.T, n *numbers)) {
	programs := examples(t)
	for name, text := range shapes {
		programs[name] = text
	}
	for _, machine := range []string{"ipsc860", "cluster"} {
		m := shipped(t, machine)
		for name, text := range programs {
			t.Run(machine+"/"+name, func(t *testing.T) {
				for _, md := range modelsOf(name, text, m) {
					for _, s := range settings {
						check(t, numbersOf(t, md, s))
					}
				}
			})
		}
	}
}

func close9(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

func TestChargesAddUp(t *testing.T) {
	each(t, many(), func(t *testing.T, n *numbers) {
		lines := report.Charge{}
		for _, l := range n.out.Lines {
			lines.Computation += l.Charge.Computation
			lines.Communication += l.Charge.Communication
			lines.Overhead += l.Charge.Overhead
			lines.Wait += l.Charge.Wait
		}
		if unit := n.out.Charge; !close9(lines.Computation, unit.Computation) || !close9(lines.Communication, unit.Communication) ||
			!close9(lines.Overhead, unit.Overhead) || !close9(lines.Wait, unit.Wait) {
			t.Errorf("%v: lines add up to %+v, the unit is %+v", n.settings, lines, unit)
		}
		if total := lines.Total(); !close9(total, n.result.T) {
			t.Errorf("%v: lines add up to %g, T is %g", n.settings, total, n.result.T)
		}
	})
}

func TestBoundsOfT(t *testing.T) {
	each(t, many(), func(t *testing.T, n *numbers) {
		var work []int
		for i, c := range n.result.Charges {
			if c.Kind != process.Wait {
				work = append(work, i)
			}
		}
		if most, p := n.result.Busy(work); most > n.result.T*(1+1e-9) {
			t.Errorf("%v: processor %v works %g, T is %g", n.settings, p, most, n.result.T)
		}
		opt := n.options(n.env)
		opt.Reading = process.Barrier
		barrier, err := n.m.program.Run(context.Background(), opt)
		if err != nil || barrier.T < n.result.T*(1-1e-9) {
			t.Errorf("%v: barrier reading %v (%v), clock reading %g", n.settings, barrier, err, n.result.T)
		}
	})
}

func TestLinesAreConsistent(t *testing.T) {
	each(t, many(), func(t *testing.T, n *numbers) {
		for _, l := range n.out.Lines {
			own := l.Charge.Total() - l.Charge.Wait
			if l.Charge.Wait < 0 || l.Busy < own*(1-1e-9) {
				t.Errorf("%v: line %d: wait %g, busy %g, own %g", n.settings, l.Line, l.Charge.Wait, l.Busy, own)
			}
			if (l.OffPath != "") != (l.Charge.Total() == 0 && l.Busy > 0) {
				t.Errorf("%v: line %d: charge %g, busy %g, off path %q", n.settings, l.Line, l.Charge.Total(), l.Busy, l.OffPath)
			}
			for _, c := range l.Comms {
				if c.Messages > c.TotalMessages || c.Bytes > c.TotalBytes || c.Messages < 0 || c.Elements < 0 {
					t.Errorf("%v: line %d: %+v", n.settings, l.Line, c)
				}
			}
		}
		for _, l := range n.out.Loops {
			if l.EndLine < l.Line || l.Time > n.result.T*(1+1e-9) {
				t.Errorf("%v: %+v in a unit of %g s", n.settings, l, n.result.T)
			}
		}
		if n.out.Efficiency < 0 || n.out.Efficiency > 1+1e-9 {
			t.Errorf("%v: efficiency %g", n.settings, n.out.Efficiency)
		}
	})
}

// The formula of a unit or a line is what the reference processor does itself:
// everything but its waits.
func TestFormulasHaveTheirValue(t *testing.T) {
	some := []settings.Settings{{}, {Procs: 3, Values: map[string]float64{"n": 9}}, {Grid: []int{1, 4}, Values: map[string]float64{"n": 33}}}
	if testing.Short() {
		some = some[1:2]
	}
	each(t, some, func(t *testing.T, n *numbers) {
		check := func(what string, wanted func(*process.Delay) bool, charge report.Charge) {
			f, e := n.resolved(n.busy(wanted))
			got, err := f.Eval(e, n.env)
			if want := charge.Total() - charge.Wait; err != nil || math.Abs(got-want) > 1e-9*n.result.T {
				t.Errorf("%v: the formula of %s is %g (%v), its time %g: %s", n.settings, what, got, err, want, f.String(e))
			}
		}
		check("the unit", func(*process.Delay) bool { return true }, n.out.Charge)
		for _, l := range n.out.Lines {
			on := func(delay *process.Delay) bool {
				return n.m.text.LineOf(n.m.graph.Units[delay.Tag].At.Start) == l.Line
			}
			check(fmt.Sprintf("line %d", l.Line), on, l.Charge)
		}
	})
}
