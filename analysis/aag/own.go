package aag

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// In a unit that passes messages every processor has scalars of its own: its
// number, those of its neighbours, the bounds of its part. They are followed
// through the statements as expressions in the coordinate, so that bounds and
// partners that depend on them have a value on each processor.

// ownValues follows them through the statements of a walk.
type ownValues struct {
	*walker
	scalars          scalars
	followed         map[string]*program.Symbol // parts of variables that are followed as scalars are, by name; see cartesian.go
	followedElements map[*program.Symbol]int    // of each array, how many are followed by their subscripts
	elsewhere        []*program.Symbol          // variables that only what it calls names, see leaves.go
	leaving          bool                       // only the scalars are followed, see leaves.go
}

// scalars are the integer scalars whose values are known as expressions. Those
// that depend on the processor are in comm.Builder.Own too: the others stay
// names, which settings may give another value.
// One that is 0 has been changed to a value that is not known.
type scalars map[*program.Symbol]symbolic.Expr

// beginOwn forgets all scalars: a walk begins.
func (w *ownValues) beginOwn() {
	w.scalars, w.b = scalars{}, w.b.Knowing(nil)
	if w.passing() {
		own := comm.Own{}
		maps.Copy(own, w.b.Given)
		maps.Copy(w.scalars, w.b.Given)
		for s := range w.b.Given {
			whole := s.Whole()
			if whole != s {
				w.followed[s.Name] = s
			}
			if !w.named(whole) && !slices.ContainsFunc(w.elsewhere, whole.StandsWhere) {
				w.elsewhere = append(w.elsewhere, whole)
			}
		}
		w.b = w.b.Knowing(own)
		w.beginVectors()
	}
}

// beginVectors follows the elements of vectors with initial values, of which a processor may take
// the one that its number says: nloc = counts(me+1).
func (w *ownValues) beginVectors() {
	for _, s := range w.g.Unit.Symbols {
		list, initial := s.Value.(*program.Opaque)
		if !initial || s.Type != program.Integer || s.Rank() != 1 || len(list.Values) == 0 || len(list.Values) > mostElements {
			continue
		}
		for d := range list.Values {
			if v := w.item(list, d); v != 0 {
				w.own(w.elementSymbol(s, d), v)
			}
		}
	}
}

func (w *ownValues) passing() bool {
	return w.leaving || (w.g.Unit.Messages || w.g.Unit.Numbered) && w.b.Grid != nil
}

// define notes the value of a scalar; 0 for one that is not known.
func (w *ownValues) define(s *program.Symbol, v symbolic.Expr) {
	v = w.replaced(s, v)
	w.forget(s)
	if v == 0 || w.b.A.Size(v) > mostNodes {
		return
	}
	if slices.ContainsFunc(w.b.A.Free(v), func(f symbolic.Symbol) bool { return f.Name == s.Name }) {
		return
	}
	w.scalars[s] = v
	extent := program.IsExtent(s.Name) && len(w.b.Given) > 0 // what the call gives has no name here
	component := strings.Contains(s.Name, "%")               // procedures that get the structure have it
	if whole, _ := s.PartOf(); whole != nil || extent || component || w.leaving || w.b.DependsOnProcessor(v) || w.branching() || w.redefined(s) {
		w.own(s, v)
	}
}

// own gives a scalar a value that the processor has for itself.
func (w *ownValues) own(s *program.Symbol, v symbolic.Expr) {
	own := maps.Clone(w.b.Own)
	own[s] = v
	w.b = w.b.Knowing(own)
}

// redefined reports whether statements of the unit give a scalar several values: its name does
// not tell which one it holds.
func (w *ownValues) redefined(s *program.Symbol) bool {
	if w.definitions == nil {
		w.definitions = map[*program.Symbol]int{}
		program.Statements(w.g.Unit.Body, func(x program.Stmt) bool {
			for _, v := range w.storedBy(x) {
				w.definitions[v]++
			}
			return true
		})
	}
	n := w.definitions[s]
	if s.Value != nil {
		n++
	}
	return n > 1
}

// mostNodes bounds the expressions that are followed.
const mostNodes = 64

// branching reports whether the statement is executed by some processors only.
func (w *ownValues) branching() bool {
	return slices.ContainsFunc(w.conditions, func(c condition) bool { return w.b.DiffersByProcessor(c.share) })
}

// replaced returns a value as it is whatever the scalar is changed to: what this holds
// so far stands for its name.
func (w *ownValues) replaced(s *program.Symbol, v symbolic.Expr) symbolic.Expr {
	if old := w.scalars[s]; v != 0 && old != 0 {
		return w.b.A.Subst(v, map[string]symbolic.Expr{s.Name: old})
	}
	return v
}

// forget says that the value of a scalar is not known any more, nor what was
// computed from it. Nothing changes a dummy of INTENT(IN).
func (w *ownValues) forget(s *program.Symbol) {
	if s.Dummy && s.Intent == "in" && !s.Aliased {
		return
	}
	w.scalars[s] = 0
	from := func(v symbolic.Expr) bool { // what bears an array's name is a coordinate or an extent
		return v != 0 && s.Rank() == 0 && slices.ContainsFunc(w.b.A.Free(v), func(f symbolic.Symbol) bool { return f.Name == s.Name })
	}
	for other, v := range w.scalars {
		if from(v) {
			w.scalars[other] = 0
		}
	}
	own := comm.Own{}
	for other, v := range w.b.Own {
		if other != s && !from(v) {
			own[other] = v
		}
	}
	if len(own) < len(w.b.Own) {
		w.b = w.b.Knowing(own)
	}
}

// follow notes what a statement that has been built leaves in the scalars.
func (w *ownValues) follow(s program.Stmt) {
	if !w.passing() {
		return
	}
	switch s := s.(type) {
	case *program.Assign:
		w.lose(append(s.LHS.Sym.Overlapping(), w.g.Unit.ReachedWith([]*program.Symbol{s.LHS.Sym})...))
		parts := w.partsOf(s.RHS)
		if s.LHS.Sym.Rank() > 0 && s.LHS.Image == nil {
			w.followElements(s)
		} else {
			w.forgetParts(s.LHS.Sym)
		}
		w.takesParts(s.LHS, parts)
		if s.LHS.Sym.Rank() > 0 || s.LHS.Image != nil {
			return
		}
		if s.LHS.Sym.Type == program.Integer {
			if v := w.valueOf(s.RHS); v != 0 && (s.Of == nil || w.b.Own[s.LHS.Sym] == 0 || w.b.Own[s.LHS.Sym] == v) {
				w.define(s.LHS.Sym, v)
				return
			}
		}
		left := w.computed(s)
		if s.LHS.Sym.Type == program.Integer || w.scalars[s.LHS.Sym] != 0 {
			w.forget(s.LHS.Sym)
		}
		w.learn(left)
	case *program.Do:
		if w.turned == s {
			w.turned = nil
			return
		}
		w.forgetStored(s)
		w.learn(w.filled(s))
	case *program.Where, *program.Forall:
		w.lose(w.storedIn([]program.Stmt{s}))
	case *program.CallStmt:
		w.followCall(s)
	case *program.Unmodelled:
		w.lose(s.Receives)
	}
}

// lose says that variables, and their parts, have other values now.
func (w *ownValues) lose(variables []*program.Symbol) {
	for _, v := range variables {
		w.forget(v)
		w.forgetParts(v)
	}
}

// learn gives scalars what they have been told to hold.
func (w *ownValues) learn(list []fact) {
	for _, x := range list {
		w.define(x.to, x.value)
	}
}

func (w *ownValues) followCall(s *program.CallStmt) {
	m := program.MessageOf(s)
	var learnt []fact
	if m != nil {
		learnt = w.topology(m)
	}
	w.loseChanged(s, m)
	w.learn(learnt)
	if m == nil {
		w.leftBy(s)
		return
	}
	tell := func(dummy string, v symbolic.Expr) {
		if to := w.variable(m.Argument(dummy)); to != nil {
			w.define(to, v)
		}
	}
	switch {
	case m.Op == program.Broadcasts:
		w.broadcast(m)
	case w.messages.amongSome(m) && w.members(m) == nil: // they have numbers of their own
	case m.Op == program.TellsRank:
		tell("rank", w.rank(m))
	case m.Op == program.TellsSize:
		tell("size", w.processes(m))
	}
}

// broadcast gives all processors the value of the root.
func (w *ownValues) broadcast(m *program.Message) {
	s := m.Broadcast()
	if s == nil || w.scalars[s] == 0 {
		return
	}
	root, ok := w.messages.root(m)
	v := w.scalars[s]
	if !ok || !w.b.DiffersByProcessor(v) {
		return
	}
	w.define(s, w.b.At(v, root))
	if v := w.scalars[s]; v != 0 {
		w.own(s, v)
	}
}
