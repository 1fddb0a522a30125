package advise

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/costmodel/settings"
)

// Few steps end the search after the first mappings, and it is said what was not looked
// at; enough steps change nothing.
func TestStepsBoundAllThatIsPredicted(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	e := Effort{Predictions: 12, Most: 3, Scale: true}
	if testing.Short() {
		e.Predictions = 4
	}
	free := advised(t, gravity, s, e)
	if len(free.Untried) > 0 {
		t.Errorf("without a bound %q are not tried", free.Untried)
	}
	e.Steps = 1 << 40
	if a := advised(t, gravity, s, e); !reflect.DeepEqual(a.Proposals, free.Proposals) || !reflect.DeepEqual(a.Scaling, free.Scaling) {
		t.Errorf("with many steps %+v, without a bound %+v", a.Proposals, free.Proposals)
	}
	e.Steps = 1
	a := advised(t, gravity, s, e)
	if a.Tried == 0 || a.Tried > batch || !a.Exhausted || !slices.Contains(a.Untried, "more processors") || len(a.Scaling) > 0 {
		t.Errorf("with one step: %d tried, exhausted %v, not tried %q, %v", a.Tried, a.Exhausted, a.Untried, a.Scaling)
	}
}

// A mapping that takes more steps than one prediction may is let go, and the steps that it
// took count.
func TestDearMappingsAreLetGo(t *testing.T) {
	g, now, err := goalOf(context.Background(), snapshot("/w/p.f90", gravity), "/w/p.f90", settings.Settings{Machine: "cluster"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(g.snap, g.path, few)
	if err != nil {
		t.Fatal(err)
	}
	of := search{goal: g, program: p, now: now}
	changes := p.Edits(of.shaped(p.Now().With(0, []string{"BLOCK"})))
	before := g.meter.Steps()
	g.each = 1
	if o, err := g.measure(context.Background(), changes); err != nil || o.ok || o.why != effort.ErrTooMany.Error() || g.meter.Steps() == before {
		t.Errorf("with one step: %+v, %v", o, err)
	}
	g.bound(1 << 30)
	if o, err := g.measure(context.Background(), changes); err != nil || !o.ok {
		t.Errorf("with a sixteenth of many: %q, %v", o.why, err)
	}
}

// A mapping that is slower than is of use is let go, also where its time is remembered; of a
// program with one costly phase that is four times as slow as the best.
func TestSlowMappingsAreLetGo(t *testing.T) {
	s, err := searched(context.Background(), snapshot("/w/p.f90", gravity), "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 4})
	if err != nil {
		t.Fatal(err)
	}
	if best := s.fastestNow(); best.time > s.now.time || s.longest() != slower*best.time {
		t.Errorf("times above %v are of no use beside %v", s.longest(), best.time)
	}
	if o, err := s.goal.until(0.9*s.now.time).measure(context.Background(), nil); err != nil || o.ok || o.why != effort.ErrTooLong.Error() {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := s.goal.until(1.1*s.now.time).measure(context.Background(), nil); err != nil || !o.ok {
		t.Errorf("%q, %v", o.why, err)
	}
}

// Lists that have no directives stay without in the mappings that are tried first.
func TestListsAreMappedLater(t *testing.T) {
	const text = "program main\nreal :: a(100,100)\ninteger :: next(5000), i, j\na = 1\nnext = 1\ndo i = 2, 5000\n next(i) = next(i-1) + 1\nend do\ndo j = 1, 100\n do i = 1, 100\n  a(i,j) = a(i,j) + 1\n end do\nend do\nprint *, a(1,1), next(5000)\nend program\n"
	s, err := searched(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
	if err != nil {
		t.Fatal(err)
	}
	plans := s.uniform(s.program.Now())
	if f := plans[0].Formats; len(f) != 2 || plan.Written(f[0]) != "(*,BLOCK)" || f[1] != nil {
		t.Errorf("first %v", f)
	}
	if !slices.ContainsFunc(plans, func(p plan.Plan) bool { return p.Formats[1] != nil }) {
		t.Error("the list is never mapped")
	}
}

// A present mapping that takes most of the steps to predict leaves as many for the others: it
// is a bad one mostly.
func TestDearPresentMapping(t *testing.T) {
	for _, x := range []struct{ present, spent int }{{100, 100}, {600, 0}, {5000, 0}} {
		t.Run(fmt.Sprint(x.present), func(t *testing.T) {
			g := &goal{meter: &effort.Meter{}}
			effort.Count(effort.Counted(context.Background(), g.meter), x.present)
			g.bound(1000)
			if g.meter.Steps() != x.spent || g.most != 1000 || g.present != x.present || g.each <= 0 || g.each > 500 {
				t.Errorf("%d spent of %d, %d for each", g.meter.Steps(), g.most, g.each)
			}
			if g.besides(100); g.each != 200 {
				t.Errorf("%d for each beside a program that takes 100", g.each)
			}
		})
	}
}
