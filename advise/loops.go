package advise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Loops can be written otherwise where the dependence test proves that the program then
// stores the same: DO loops that stand directly in each other in another order, and
// INDEPENDENT in front of a loop whose iterations do not depend on each other. Arrays can be
// aligned as a loop walks along them. Each change is predicted by itself, with the present mapping.

const (
	loopTries = 12 // changes of loops that are predicted, of the costliest loops
	maxNested = 3  // loops of a nest that are put in another order
)

// loopChange is another way to write a loop nest.
type loopChange struct {
	label string
	at    plan.Line // of the outermost loop that is named
	share float64   // of the program's time that the loop takes
	marks bool      // it is INDEPENDENT in front of the loop
	owns  bool      // with NEW arrays, or a REDUCTION of arrays
	asked []string  // what it takes for granted of sizes that are read
	edits []source.Edit
}

// loops predicts changes of the costliest loops and returns those that are a gain,
// fastest first.
func (s *search) loops(ctx context.Context, t *times, e Effort) (out []Proposal, all bool, err error) {
	var changes []loopChange
	for _, u := range t.units {
		w := loopWriter{placed: u, program: s.program}
		for _, c := range w.all(t.part(u)) {
			if c.share >= largePart && !(c.marks && s.now.serial()) {
				changes = append(changes, c)
			}
		}
	}
	sort.SliceStable(changes, func(i, j int) bool { return changes[i].share > changes[j].share })
	changes = once(changes)
	changes = changes[:min(len(changes), loopTries, e.Predictions)]
	found := make([]outcome, len(changes))
	of := s.goal.until(s.now.time)
	n := 0
	for n < len(changes) && err == nil && !s.spent(loopPart) {
		err = each(min(batch, len(changes)-n), func(i int) error {
			var err error
			found[n+i], err = of.measure(ctx, changes[n+i].changes())
			return err
		})
		n = min(n+batch, len(changes))
	}
	for i, c := range changes[:n] {
		o := found[i]
		if o.ok && o.errors <= s.now.errors && o.partial == s.now.partial && o.time < s.now.time*(1-worthOffering) {
			lines := []plan.Line{c.at}
			out = append(out, Proposal{Label: c.label, Why: s.why(s.now, o, c.changes()), Changes: c.changes(), Result: s.result(o), Tie: s.now.overlaps(o.prediction), groups: lines, sites: lines, now: s.now.time})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Time < out[j].Time })
	return out, n == len(changes), err
}

// once leaves out what is said before: several loops may ask for one alignment.
func once(list []loopChange) []loopChange {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c loopChange) bool {
		before := seen[c.label]
		seen[c.label] = true
		return before
	})
}

func (c loopChange) changes() []plan.Change { return []plan.Change{{Path: c.at.Path, Edits: c.edits}} }

// part tells what part of the program's time some lines of a unit take.
func (t *times) part(u placed) func(first, last int) float64 {
	return func(first, last int) float64 {
		part, known := t.share(&nest{file: u.file, first: first, last: last})
		if !known && t.cut { // it may be all of it
			return 1
		}
		return part
	}
}

// loopWriter changes the loops of a unit.
type loopWriter struct {
	placed
	tests   *depend.Result
	program *plan.Program
	known   *plan.Unit
}

// all are the changes of the unit's loops, each with its loop's share of the time.
func (w *loopWriter) all(share func(first, last int) float64) []loopChange {
	w.known = w.program.Unit(w.file, w.Unit)
	w.Unit, w.tests = w.known.Unit, w.known.Tests()
	var out []loopChange
	program.Statements(w.known.Through.Body, func(x program.Stmt) bool {
		var changes []loopChange
		switch x := x.(type) {
		case *program.Do:
			changes = slices.Concat(w.interchanged(x), w.marked(x), w.aligned(x.Body))
		case *program.Assign:
			if x.LHS.Rank() > 0 {
				changes = w.aligned([]program.Stmt{x})
			}
		}
		first, last := w.file.Text.LineOf(w.Start+x.Span().Start), w.file.Text.LineOf(w.Start+lastByte(x))
		for _, c := range changes {
			c.at, c.share = plan.Line{Path: w.file.Path, Line: first}, share(first, last)
			out = append(out, c)
		}
		return true
	})
	return out
}

// marked is the loop with INDEPENDENT in front of it, where the dependence test proves it.
func (w *loopWriter) marked(do *program.Do) []loopChange {
	l := w.tests.Loop(do)
	if l == nil || !w.movable(do) {
		return nil
	}
	arrays, independent := w.program.NewArrays(w.known, l)
	if !independent {
		return nil
	}
	text := "INDEPENDENT"
	private, needed := map[string]bool{}, false
	for _, s := range arrays {
		private[s.Name] = true
	}
	if w.needed(do, do.Var) && do.Var.Shared {
		return nil
	}
	for _, s := range l.Private {
		if w.needed(do, s) {
			return nil
		}
		private[s.Name] = true
	}
	program.Statements(do.Body, func(x program.Stmt) bool {
		if inner, is := x.(*program.Do); is {
			private[inner.Var.Name] = true
			needed = needed || w.needed(do, inner.Var)
		}
		return true
	})
	if needed {
		return nil
	}
	if names := slices.Sorted(maps.Keys(private)); len(names) > 0 {
		text += ", NEW(" + strings.Join(names, ", ") + ")"
	}
	var sums []string
	owns := len(arrays) > 0
	for _, r := range l.Reductions {
		if r.Sym.Rank() > 0 && !scattered(do, r.Sym) || len(r.Locations) > 0 {
			return nil
		}
		owns = owns || r.Sym.Rank() > 0
		sums = append(sums, r.Sym.Name)
	}
	if len(sums) > 0 {
		text += ", REDUCTION(" + strings.Join(sums, ", ") + ")"
	}
	line := w.file.Text.LineOf(w.Start + do.At.Start)
	edit, ok := w.program.Before(w.file.Path, line, text)
	if !ok {
		return nil
	}
	asked := slices.Sorted(slices.Values(w.program.AssumedSizes()))
	label := fmt.Sprintf("%s in front of the loop over %s at line %d", text, do.Var.Name, line)
	return []loopChange{{marks: true, owns: owns, label: label + granted(asked), asked: asked, edits: []source.Edit{edit}}}
}

// granted says for which sizes a mark is true.
func granted(asked []string) string {
	if len(asked) == 0 {
		return ""
	}
	return ", which needs " + strings.Join(asked, ", ")
}

// needed tells whether somebody may read what a loop leaves in a scalar.
func (w *loopWriter) needed(do *program.Do, s *program.Symbol) bool {
	if s.Shared {
		return w.known.Known.Leaves(w.known.Through, s)
	}
	return w.tests.Needed(do, s)
}

// scattered tells whether only the run time knows which elements of an array a loop assigns,
// so that their owners cannot share out its iterations.
func scattered(do *program.Do, s *program.Symbol) bool {
	assigned := map[*program.Symbol]bool{}
	var subs []program.Expr
	program.Statements(do.Body, func(x program.Stmt) bool {
		if a, is := x.(*program.Assign); is {
			assigned[a.LHS.Sym] = true
			if a.LHS.Sym == s {
				for _, sub := range a.LHS.Subs {
					subs = append(subs, sub.Lo)
				}
			}
		}
		return true
	})
	return slices.ContainsFunc(subs, func(e program.Expr) bool {
		found := false
		program.Walk(e, func(e program.Expr) bool {
			r, is := e.(*program.Ref)
			found = found || is && (r.Sym.Rank() > 0 || assigned[r.Sym])
			return !found
		})
		return found
	})
}
