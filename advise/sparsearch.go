package advise

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/depend"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
)

// A Spar program is searched by changes of its pragmas: another map for one array, or for all
// that are mapped in the same words, first ones for those without (sparfirst.go), and pragmas for loops of independent iterations. What is
// a gain is kept, and the others are tried besides, until none is a gain any more.
type sparSearch struct {
	*goal
	file   *workspace.File
	before prediction
	moves  []change
	left   int // predictions
	tried  map[string]*sparTrial
	order  []*sparTrial
	told   func(done int)
}

// sparTrial is some changes at once.
type sparTrial struct {
	parts []change
	prediction
}

// adviseSpar advises on a program in Spar.
func adviseSpar(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, s settings.Settings, e Effort) (*Advice, error) {
	m, err := spar.ModelOf(snap, f, s)
	if err != nil {
		return nil, err
	}
	g := &goal{snap: snap.Apart(), path: f.Path, settings: s, meter: &effort.Meter{}, most: e.Steps}
	r, err := predict.File(ctx, g.snap, g.path, s)
	if err != nil {
		return nil, err
	}
	if len(r.Units) == 0 || r.Units[0].NoEstimate != "" {
		return nil, ErrNoEstimate
	}
	g.unit, g.kind = r.Units[0].Name, r.Units[0].Kind
	now, err := g.measure(ctx, nil)
	if err != nil {
		return nil, err
	}
	arrays := bareArrays(g.snap.Spar(f), m.Program)
	search := &sparSearch{goal: g, file: f, moves: sparMoves(m, arrays, f.Text), left: e.Predictions, tried: map[string]*sparTrial{}, told: e.Told}
	if search.before, err = sparPredicted(ctx, g.snap, f, s); err != nil || !search.before.ok {
		return nil, cmp.Or(err, ErrNoEstimate)
	}
	if err := search.run(ctx); err != nil {
		return nil, err
	}
	a := &Advice{Unit: g.unit, Kind: g.kind, Before: g.result(now), Tried: len(search.order), Exhausted: search.left == 0}
	for _, v := range m.Program.Variables {
		if v.Layout != nil && !v.Layout.Everywhere() {
			a.Groups = append(a.Groups, plan.Group{Name: v.Name, Roots: []string{strings.ToLower(v.Name)}})
		}
	}
	for _, x := range arrays {
		a.Groups = append(a.Groups, plan.Group{Name: x.name, Roots: []string{strings.ToLower(x.name)}})
	}
	if a.Proposals, err = search.proposals(ctx, now, e.Most); err != nil {
		return nil, err
	}
	return a, g.further(ctx, a, now.errors, e)
}

// sparMoves are the changes that nothing but pragmas need, and that no result depends on:
// no loops that only may be independent, and no sums in another order.
func sparMoves(m *spar.Model, arrays []bareArray, text *source.Text) []change {
	var out []change
	known := map[string]bool{}
	add := func(all []change) {
		for _, c := range all {
			if key := keyOf(c.edits); !known[key] {
				known[key] = true
				out = append(out, c)
			}
		}
	}
	for _, l := range m.Loops(report.AllLines) {
		if l.Verdict == depend.Independent && len(l.Reductions) == 0 {
			line := text.LineOf(l.Span.Start)
			all := parallelLoops([]depend.Loop{l}, text, line)
			for i := range all {
				all[i].label += fmt.Sprintf(" in front of the loop at line %d", line)
			}
			add(all)
		}
	}
	for _, v := range m.Program.Variables {
		if v.Layout != nil {
			add(otherMaps(m.Program, v, text))
		}
	}
	add(firstMaps(arrays, m.Loops(report.AllLines)))
	slices.SortStableFunc(out, func(a, b change) int { return len(b.edits) - len(a.edits) }) // all alike before one of them
	return out
}

// keyOf tells edits apart.
func keyOf(edits []source.Edit) string {
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	return fmt.Sprint(sorted)
}

// run adds one change after the other to the fastest, as long as one of them is a gain.
func (s *sparSearch) run(ctx context.Context) error {
	best := &sparTrial{prediction: s.before}
	for moves, since := s.moves, 0; since < len(moves); {
		c := moves[0]
		moves = moves[1:]
		t, err := s.try(ctx, joinedChanges(best.parts, c))
		if err != nil {
			return err
		}
		if t == nil || !t.ok || t.errors > s.before.errors || t.time > hopeless*best.time {
			continue
		}
		moves = append(moves[:len(moves):len(moves)], c)
		if since++; t.time < best.time*(1-slight) {
			best, since = t, 1 // all but this one are tried again
		}
	}
	return nil
}

// joinedChanges are changes with one more, which stands in the place of those that it covers; nil
// where it changes a part of what another one does.
func joinedChanges(parts []change, c change) []change {
	var out []change
	for _, p := range parts {
		var kept []source.Edit
		for _, e := range p.edits {
			i := slices.IndexFunc(c.edits, func(o source.Edit) bool { return o.Span == e.Span })
			if i < 0 {
				kept = append(kept, e)
			}
			if i < 0 && slices.ContainsFunc(c.edits, func(o source.Edit) bool { return o.Span.Start < e.Span.End && e.Span.Start < o.Span.End }) {
				return nil
			}
		}
		if len(kept) > 0 {
			out = append(out, change{label: p.label, edits: kept})
		}
	}
	return append(out, c)
}

func (t *sparTrial) edits() []source.Edit {
	var out []source.Edit
	for _, p := range t.parts {
		out = append(out, p.edits...)
	}
	slices.SortStableFunc(out, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	return out
}

// try predicts some changes, once; nil where no more may be predicted.
func (s *sparSearch) try(ctx context.Context, parts []change) (*sparTrial, error) {
	t := &sparTrial{parts: parts}
	key := keyOf(t.edits())
	if known := s.tried[key]; known != nil || s.left == 0 || parts == nil {
		return known, nil
	}
	if s.spent(searchPart) {
		s.left = 0
		return nil, nil
	}
	var err error
	if t.prediction, err = sparChanged(effort.Counted(ctx, s.meter), s.snap, s.file, t.edits(), s.settings); err != nil {
		return nil, err
	}
	s.left--
	s.tried[key], s.order = t, append(s.order, t)
	if s.told != nil {
		s.told(len(s.order))
	}
	return t, nil
}

// proposals are the fastest trials, one of each time: that with the fewest edits.
func (s *sparSearch) proposals(ctx context.Context, now outcome, most int) ([]Proposal, error) {
	all := slices.DeleteFunc(slices.Clone(s.order), func(t *sparTrial) bool { return !t.ok || t.errors > s.before.errors })
	slices.SortStableFunc(all, func(a, b *sparTrial) int { return cmp.Compare(a.time, b.time) })
	var fastest []*sparTrial
	least := 0.0
	for _, t := range all {
		switch last := len(fastest) - 1; {
		case last < 0 || t.time > least*(1+slight):
			fastest, least = append(fastest, t), t.time
		case len(t.edits()) < len(fastest[last].edits()):
			fastest[last] = t
		}
	}
	var out []Proposal
	for _, t := range fastest {
		if len(out) == most {
			break
		}
		changes := []plan.Change{{Path: s.path, Edits: t.edits()}}
		o, err := s.measure(ctx, changes)
		if err != nil {
			return nil, err
		}
		if !o.ok {
			continue
		}
		var labels []string
		for _, p := range t.parts {
			labels = append(labels, p.label)
		}
		p := Proposal{Label: strings.Join(labels, ", "), Why: s.why(now, o, changes), Changes: changes, Result: s.result(o), Tie: now.overlaps(o.prediction), now: now.time}
		for _, e := range t.edits() {
			p.sites = append(p.sites, plan.Line{Path: s.path, Line: s.file.Text.LineOf(e.Span.Start)})
		}
		p.groups = p.sites
		out = append(out, p)
	}
	return out, nil
}
