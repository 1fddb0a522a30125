package advise

import (
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Advice is what the adviser found for a whole program.
type Advice struct {
	Unit      string // whose time it is about
	Kind      string
	Machine   string
	Before    Result
	Proposals []Proposal // fastest first, slower ones than the present at the end
	Loops     []Proposal // loops written otherwise with the present mapping, as far as that is a gain, fastest first
	Tried     int        // mappings, each predicted in full
	Ended     int        // of them, those whose prediction ended when they had taken several times as long as the fastest
	Exhausted bool       // the budget ended before nothing was left to improve
	Groups    []plan.Group
	Scaling   []Scale  // of the best mapping, where Effort asks for it
	Ranges    []Ranges // for each of Effort.Over
	Rests     []string // assumed values with which another mapping would be the best
	Untried   []string // what the budget was not enough for
	Hints     []string // why the present mapping is slow, by line
	lines     []plan.Line
	Gap       float64 // by how much the choice between mappings of phases may miss the best, relatively
	Left      float64 // what would be saved if each line took the least that it takes with any mapping predicted, relatively to the best
	Sample    Sample  // of a large program
}

// Sample is the part of a large program that its mappings were tried on before the
// fastest ones were predicted for all of it.
type Sample struct {
	Statements, Of int // in the sample, and in the program; 0 of a program that was searched as a whole
	Tried          int // mappings of the sample
}

// Result is a prediction of the unit, seconds.
type Result struct {
	Time       float64
	Charge     report.Charge
	Between    report.Between
	Processors int
	Grid       []int
	Memory     float64             // bytes of the arrays, with those of procedures that run, on the processor with the largest parts
	AtLeast    bool                // something has no time, so that all takes at least Time
	Assumed    []report.Assumption // values that the time rests on and that nothing gives
}

// Proposal is another mapping of the program.
type Proposal struct {
	Label   string // what it changes: "u (*,BLOCK)"
	Why     string // what gets cheaper and what dearer by that, in a sentence; "" where nothing is known of it
	Changes []plan.Change
	Result
	Tie    bool        // estimates: it may be as fast as the present mapping
	groups []plan.Line // of all that it maps otherwise or writes anew
	sites  []plan.Line // of them, the directives that distribute
	now    float64
	rests  bool   // on an assumed value
	of     string // the program whose time it is, where that is in another file
}

// Gain is by what factor the program becomes faster.
func (p Proposal) Gain() float64 { return p.now / p.Time }

// Title says what a proposal changes and what that is good for.
func (p Proposal) Title() string {
	title := Option{Label: p.Label, Before: p.now, After: p.Time, Tie: p.Tie}.Title()
	if p.rests {
		title += ", rests on an assumed value"
	}
	if p.of != "" {
		title += ", program " + p.of
	}
	return title
}

// Brief says by what factor a proposal is faster and what it changes: "2.1 times faster:
// DISTRIBUTE u (*,BLOCK)".
func (p Proposal) Brief() string { return fmt.Sprintf("%.2g times faster: %s", p.Gain(), p.Label) }

// Slower says how much slower the present mapping is: "38% slower".
func (p Proposal) Slower() string {
	if g := p.Gain(); g >= 10 {
		return fmt.Sprintf("%.2g times slower", g)
	}
	return fmt.Sprintf("%.0f%% slower", 100*(p.Gain()-1))
}

// worthOffering is the least gain, relatively, for which somebody changes a program.
const worthOffering = 0.01

// Faster are the proposals that are a gain worth offering.
func (a *Advice) Faster() []Proposal {
	n := slices.IndexFunc(a.Proposals, func(p Proposal) bool { return !(p.Time < a.Before.Time*(1-worthOffering)) })
	if n < 0 {
		return a.Proposals
	}
	return a.Proposals[:n]
}

// Advise finds mappings that make the program of a file faster: its main program, or that
// of another file which the file is a part of, or its costliest unit, with the modules and
// included texts that it uses. Each proposal has been predicted in full with its edits made.
func Advise(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings, e Effort) (*Advice, error) {
	if f, err := snap.File(path); err == nil && !predict.LanguageOf(f).Lowered {
		return adviseSpar(ctx, snap, f, s, e)
	}
	search, err := searched(ctx, snap, path, s, e)
	if err != nil {
		return nil, err
	}
	g, now := search.goal, search.now
	a := &Advice{Unit: g.unit, Kind: g.kind, Before: g.result(now), Tried: len(search.order), Ended: search.ended(), Exhausted: search.exhausted || search.budget == 0, Groups: search.program.Groups, Gap: search.gap, Left: search.left(), Sample: search.sample}
	for _, t := range search.best() {
		same := t.plan.Key() == search.program.Now().Key() && t.moves == nil && t.time >= now.time*(1-slight)
		if len(t.changes) > 0 && !same && (len(a.Proposals) < e.Most || t.moves != nil) {
			label := search.label(t, false)
			if slices.ContainsFunc(a.Proposals, func(p Proposal) bool { return p.Label == label }) {
				label = search.label(t, true) // what is left out of the short one tells them apart
			}
			a.Proposals = append(a.Proposals, Proposal{Label: label, Why: search.why(now, t.outcome, t.changes), Changes: t.changes, Result: g.result(t.outcome), Tie: now.overlaps(t.prediction), groups: search.changedLines(t, false), sites: search.changedLines(t, true), now: now.time})
		}
	}
	anew, err := search.anew(ctx)
	if err != nil {
		return nil, err
	}
	a.Proposals = append(anew, a.Proposals...)
	a.lines = search.times.costly(path)
	all := false
	if a.Loops, all, err = search.loops(ctx, search.times, e); err != nil {
		return nil, err
	}
	a.Loops = slices.DeleteFunc(a.Loops, func(l Proposal) bool {
		return slices.ContainsFunc(a.Proposals, func(p Proposal) bool { return p.Label == l.Label })
	})
	a.untried(all, "loops in another order")
	if a.Hints, err = g.hints(now); err != nil {
		return nil, err
	}
	a.Hints = slices.Concat(a.Hints, search.doubtful(), search.mended())
	of := g
	if search.small != nil {
		of = search.small
	}
	if a.Rests, all, err = of.rests(ctx, now, a.Proposals); err != nil {
		return nil, err
	}
	a.untried(all, "whether another mapping is the best with other values in the place of assumed ones")
	for i := range a.Proposals {
		a.Proposals[i].rests = len(a.Rests) > 0
	}
	if g.path != path {
		for _, list := range [][]Proposal{a.Proposals, a.Loops} {
			for i := range list {
				list[i].of = g.unit
			}
		}
	}
	switch procs, err := search.fewer(ctx, a, e); {
	case err != nil:
		return nil, err
	case procs > 0:
		s.Procs = procs
		return Advise(ctx, snap, path, s, e)
	}
	return a, g.further(ctx, a, now.errors, e)
}

// untried notes what has not been looked at, or not as far as it would have been.
func (a *Advice) untried(all bool, what string) {
	if !all {
		a.Untried = append(a.Untried, what)
	}
}

// further looks at other numbers of processors and at ranges of values, as far as is
// asked for; of a program with so many errors.
func (g *goal) further(ctx context.Context, a *Advice, errors int, e Effort) error {
	own, changes := a.Before, []plan.Change(nil)
	if faster := a.Faster(); len(faster) > 0 {
		own, changes = faster[0].Result, faster[0].Changes
	}
	if e.Scale && len(own.Grid) > 0 { // without directives it is the same on any number
		scaling, all, err := g.scaled(ctx, changes, own, errors)
		if err != nil {
			return err
		}
		a.Scaling = scaling
		a.untried(all, "more processors")
	}
	for _, sweep := range e.Over {
		sweep.Settings = g.settings
		r, stride, err := g.ranges(ctx, a, sweep)
		if err != nil {
			return err
		}
		a.Ranges = append(a.Ranges, Ranges{sweep.Axes[0].Name, r})
		a.untried(stride == 1, fmt.Sprintf("each value of %s (one of %d was predicted)", sweep.Axes[0].Name, stride))
	}
	return nil
}

func (g *goal) result(o outcome) Result {
	out := Result{Time: o.time, Between: o.between, Processors: 1}
	if o.report == nil {
		return out
	}
	out.Charge, out.Grid, out.Memory = o.report.Charge, o.report.Grid, o.report.Memory.Deep()
	out.Processors = max(1, product(o.report.Grid))
	out.Assumed, out.AtLeast = o.report.Assumed(), o.partial
	return out
}

// nodes is how many the machine has.
func nodes(snap *workspace.Snapshot, path string, s settings.Settings) int {
	m, err := predict.MachineIn(snap, &workspace.File{Path: path}, s)
	if err != nil || m == nil {
		return 0
	}
	return m.Nodes
}
