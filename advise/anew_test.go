package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const readAcross = `program main
integer, parameter :: n = 400
real(8) :: a(n,n), b(n,n)
integer :: i, j, it
!HPF$ PROCESSORS p(16)
%s
a = 1
b = 2
do it = 1, 20
  do j = 1, n
    do i = 1, n
      a(i,j) = a(i,j) + 0.5d0*b(j,i)
    end do
  end do
end do
print *, a(1,1)
end program
`

// Arrays that directives tie together the wrong way are mapped anew: b is read across a, and
// nothing moves with its other dimension distributed. The edit leaves no old directive and
// takes the time that it promises.
func TestArraysThatAreTiedTogetherAreMappedAnew(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	for _, directives := range []string{
		"!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b",
		"!HPF$ DISTRIBUTE a(*,BLOCK) ONTO p\n!HPF$ ALIGN b(i,j) &\n!HPF$&  WITH a(i,j)",
	} {
		t.Run(directives, func(t *testing.T) {
			text := fmt.Sprintf(readAcross, directives)
			a := advised(t, text, s, Effort{Predictions: 80, Most: 3})
			best := a.Proposals[0]
			if !strings.HasSuffix(best.Label, "in the place of all directives") || best.Gain() < 2 || !a.Concerns(best, "/w/p.f90", 6) {
				t.Fatalf("%s, %v", best.Label, best.Gain())
			}
			f, _ := snapshot("/w/p.f90", text).File("/w/p.f90")
			changed, err := f.Text.Apply(best.Changes[0].Edits...)
			if err != nil {
				t.Fatal(err)
			}
			now := timeOf(t, "/w/p.f90", changed.String(), s)
			if old := strings.Contains(changed.String(), "ALIGN") || strings.Contains(changed.String(), "ONTO p"); old && !strings.Contains(changed.String(), "ONTO procs") || !near(now, best.Time) {
				t.Errorf("promised %v, it is %v\n%s", best.Time, now, changed)
			}
			if strings.Count(changed.String(), "\n") != strings.Count(fmt.Sprintf(readAcross, ""), "\n")+1 {
				t.Errorf("old directives are left\n%s", changed)
			}
		})
	}
}

// What computes nearly all the time, moves arrays on the way, or asks for every
// communication is not mapped anew.
func TestWhatIsNotMappedAnew(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	for name, text := range map[string]string{
		"computing":    strings.Replace(fmt.Sprintf(readAcross, "!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b"), "b(j,i)", "sin(exp(b(i,j)))", 1),
		"redistribute": strings.Replace(fmt.Sprintf(readAcross, "!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b"), "b = 2", "b = 2\n!HPF$ REDISTRIBUTE a(BLOCK,*) ONTO p", 1),
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range advised(t, text, s, Effort{Predictions: 80, Most: 3}).Proposals {
				if strings.Contains(p.Label, "in the place") {
					t.Error(p.Label)
				}
			}
		})
	}
}

// Directives of an included text are taken out too, templates and all, where arrays are
// aligned so that each recurrence crosses processors: u goes along its first dimension, w,
// a copy, along its last one. What takes longer than four times the mapping along parallel
// loops is let go before it is known.
func TestIncludedDirectivesAreTakenOut(t *testing.T) {
	const head = "integer, parameter :: n = 96\nreal(8) :: u(n,n,n), w(n,n,n)\ncommon /fields/ u, w\n" +
		"!HPF$ TEMPLATE t(n)\n!HPF$ DISTRIBUTE t(BLOCK)\n!HPF$ ALIGN u(i,*,*) WITH t(i)\n!HPF$ ALIGN w(*,*,i) WITH t(i)\n"
	const main = "program main\ninclude 'fields.h'\ninteger :: it\nu = 1\ndo it = 1, 3\ncall rows\ncall planes\nend do\nprint *, u(1,1,1)\nend program\n" +
		"subroutine rows\ninclude 'fields.h'\ninteger :: i, j, k\n" +
		"do k = 1, n\ndo j = 1, n\ndo i = 2, n\nu(i,j,k) = u(i,j,k) + 0.5d0*u(i-1,j,k)\nend do\nend do\nend do\nend subroutine\n" +
		"subroutine planes\ninclude 'fields.h'\ninteger :: i, j, k\nw = u\n" +
		"do j = 1, n\ndo k = 2, n\ndo i = 1, n\nw(i,j,k) = w(i,j,k) + 0.5d0*w(i,j,k-1)\nend do\nend do\nend do\nu = w\nend subroutine\n"
	snap := workspace.New(texts.FS{"/w/p.f90": main, "/w/fields.h": head}).Snapshot()
	s, err := searched(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 16}, Effort{Predictions: 60, Most: 3})
	if err != nil {
		t.Fatal(err)
	}
	if s.other == nil || s.other.first == nil || !(s.other.first.time < s.now.time/4) {
		t.Fatalf("%+v beside %v", s.other, s.now.time)
	}
	if s.longest() > slower*s.other.first.time {
		t.Errorf("times up to %v are of use beside %v", s.longest(), s.other.first.time)
	}
	plain, _, _ := strings.Cut(head, "!HPF$")
	of, err := searched(context.Background(), workspace.New(texts.FS{"/w/p.f90": main, "/w/fields.h": plain}).Snapshot(), "/w/p.f90", s.settings, Effort{Predictions: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range s.other.program.Groups { // as it works without directives, not as it waits with these
		if want := of.program.Groups[i]; !slices.Equal(g.Shared, want.Shared) || g.Work != want.Work {
			t.Errorf("%s: %v of %v is shared out, %v of %v in the program without directives", g.Name, g.Shared, g.Work, want.Shared, want.Work)
		}
	}
	best := s.fastestNow() // however much of its time computes
	r := *best.report
	r.Charge.Computation, best.report = best.time, &r
	anew, err := s.anew(context.Background())
	if err != nil || len(anew) != 1 {
		t.Fatalf("%v, %v", anew, err)
	}
	o, err := s.measure(context.Background(), anew[0].Changes)
	if err != nil || o.time != anew[0].Time || o.errors > 0 || o.time > s.other.first.time {
		t.Errorf("promised %v, it is %+v, %v", anew[0].Time, o, err)
	}
}

// The work goes to what is written, unless the first new mapping is twice as fast.
func TestWorkIsShared(t *testing.T) {
	for _, c := range []struct {
		name             string
		first            *trial
		until, elsewhere float64
		own, others      int
	}{
		{"no new mapping", nil, asItIsPart, 0, 80, 20},
		{"hardly faster", &trial{outcome: outcome{prediction: prediction{time: 6}}}, asItIsPart, 6, 80, 20},
		{"twice as fast", &trial{outcome: outcome{prediction: prediction{time: 4.9}}}, asItIsPart / 2, 4.9, 40, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := search{now: outcome{prediction: prediction{time: 10}}, budget: 80, other: &unmapped{search: &search{budget: 40}, first: c.first}}
			s.shared()
			if s.until != c.until || s.elsewhere != c.elsewhere || s.budget != c.own || s.other.budget != c.others {
				t.Errorf("until %v beside %v with %d and %d", s.until, s.elsewhere, s.budget, s.other.budget)
			}
		})
	}
}

// A first set of directives gets more work, once, where nothing is twice as fast as one processor.
func TestFirstSetGetsMoreWork(t *testing.T) {
	for _, c := range []struct {
		name string
		grid []int
		best float64
		more bool
	}{
		{"hardly faster", nil, 6, true},
		{"twice as fast", nil, 4.9, false},
		{"with directives", []int{4}, 6, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ok := prediction{time: 10, ok: true}
			s := search{goal: &goal{meter: &effort.Meter{}, most: 100, each: 20}, until: 0.5, now: outcome{prediction: ok, report: &report.Unit{Grid: c.grid}}}
			ok.time = c.best
			s.order = []*trial{{outcome: outcome{prediction: ok}}}
			if s.scarce() {
				t.Error("50 steps are left, and 20 are enough")
			}
			s.most = 30
			if !s.scarce() || s.more() != c.more || s.scarce() == c.more || s.more() {
				t.Errorf("%d steps after more work", s.most)
			}
		})
	}
}
