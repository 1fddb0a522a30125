package advise

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

var (
	gapSeeds = flag.Int("gap", 3, "generated programs whose mappings are all predicted")
	gapPlans = flag.Int("gap-plans", 200, "the most mappings of a program in testdata that are all predicted")
)

// combined are all plans that can be made of the candidates; none where there are more than
// some number.
func combined(s *search, most int) []plan.Plan {
	plans := []plan.Plan{s.program.Now()}
	for i, g := range s.program.Groups {
		var more []plan.Plan
		for _, p := range plans {
			for _, f := range formats(g) {
				more = append(more, s.shaped(p.With(i, f)))
			}
		}
		if plans = more; len(plans) > most {
			return nil
		}
	}
	for _, p := range plans {
		plans = append(plans, s.reshaped(p)...)
	}
	if len(plans) > most {
		return nil
	}
	return plans
}

// exhaustive is the least time of plans.
func exhaustive(t *testing.T, s *search, plans []plan.Plan) (best float64, of plan.Plan) {
	t.Helper()
	all := *s.goal
	all.light, all.most, all.each = true, 0, 0
	best, of = s.now.time, s.program.Now()
	for _, p := range plans {
		x := s.tried[p.Key()]
		if x == nil || !x.ok {
			x = &trial{plan: p, changes: s.written(p, nil)}
			var err error
			if x.outcome, err = all.until(best).measure(context.Background(), x.changes); err != nil {
				t.Fatal(err)
			}
		}
		if s.counts(x) && x.time < best {
			best, of = x.time, p
		}
	}
	return best, of
}

// gap is by how much the mapping that the search finds takes longer than the best of all,
// each predicted in full, relatively. It is negative where phases are mapped differently, and not known where there
// are more than some number of mappings.
func gap(t *testing.T, snap *workspace.Snapshot, path string, s settings.Settings, most int) (x float64, known bool) {
	t.Helper()
	search, err := searched(context.Background(), snap, path, s, DefaultEffort)
	if err != nil {
		t.Logf("%s: %v", path, err)
		return 0, false
	}
	plans := combined(search, most)
	if len(plans) < 2 || len(search.best()) == 0 {
		return 0, false
	}
	found, used := search.best()[0], len(search.order)
	best, of := exhaustive(t, search, plans)
	if x = found.time/best - 1; x > slight {
		t.Logf("%s on %s: %v (of %d) takes %v, %v (of %d) %v: gap %.2g", path, s.Machine, found.plan.Key(), used, found.time, of.Key(), len(plans), best, x)
	}
	return x, true
}

// gaps counts programs whose mapping is not the best of all.
type gaps struct {
	all, missed int
	worst       float64
	which       string
}

func (g *gaps) add(x float64, name string) {
	if g.all++; x > slight {
		g.missed++
	}
	if x > g.worst {
		g.worst, g.which = x, name
	}
}

// check holds the adviser to 19 of 20 programs.
func (g gaps) check(t *testing.T) {
	t.Helper()
	t.Logf("%d of %d missed, the worst by %.2g (%s)", g.missed, g.all, g.worst, g.which)
	if g.missed > g.all/20 {
		t.Errorf("%d of %d programs have a better mapping than the one found", g.missed, g.all)
	}
}

// What the search finds is, in 19 of 20 generated programs, as good as the best of all
// mappings that its candidates can be combined to, each predicted in full.
func TestGapToExhaustiveSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("all mappings of some programs")
	}
	var g gaps
	for seed := range int64(*gapSeeds) {
		machine := []string{"cluster", "ipsc860"}[seed%2]
		text := generated(seed)
		x, known := gap(t, snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: machine}, 1<<20)
		if !known {
			t.Fatal("nothing was found:\n" + text)
		}
		if g.add(x, text); x > slight {
			t.Logf("seed %d:\n%s", seed, text)
		}
	}
	g.check(t)
}

// So it is in all programs of testdata, which have few enough mappings.
func TestGapInTestdata(t *testing.T) {
	if testing.Short() {
		t.Skip("all mappings of some programs")
	}
	var g gaps
	for _, path := range programs(t) {
		for _, machine := range []string{"cluster", "ipsc860"} {
			if x, known := gap(t, workspace.New(disk.Disk{}).Snapshot(), path, settings.Settings{Machine: machine}, *gapPlans); known {
				g.add(x, strings.TrimPrefix(path, "../testdata/")+" on "+machine)
			}
		}
	}
	g.check(t)
}
