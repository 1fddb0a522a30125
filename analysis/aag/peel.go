package aag

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// A loop whose body leaves arrays mapped otherwise than it found them is peeled:
// its first iteration and all others are loops of their own, since what comes
// before the remapping in the body meets another mapping in each. Messages that
// leave the loop are sent once for the first iteration and once for the rest.
// An iteration behind the first leaves the arrays as it found them.

// mostPeeled is how many loops around a statement are peeled: each may double
// the units inside.
const mostPeeled = 4

// The parts of a peeled loop, from which walker.part is made, and all of one
// that is not peeled.
const firstPart, restPart, wholePart = "1", "2", ""

// peeled returns the first iteration of a loop and the rest where its body
// leaves arrays mapped otherwise than it finds them, else the whole loop.
func (w *walker) peeled(s *program.Do, l *comm.Loop) []*comm.Loop {
	if !l.Stores.RemapsAny() {
		return []*comm.Loop{l}
	}
	if w.otherwise(w.iterated(s)) == nil {
		return []*comm.Loop{l}
	}
	if known := w.parts[s]; known != nil {
		return known
	}
	a := w.b.A
	first, rest := *l, *l
	first.Hi, rest.Lo = a.Min(l.Lo, l.Hi), a.Add(l.Lo, a.Int(1))
	over := ""
	if l.Index != nil {
		over = " over " + strings.ToUpper(l.Index.Name)
	}
	first.During, rest.During = "in the first iteration"+over, "in the iterations"+over+" behind the first"
	w.parts[s] = []*comm.Loop{&first, &rest}
	return w.parts[s]
}

// iterated returns the mappings that an iteration is taken to leave.
func (w *walker) iterated(s *program.Do) mappings {
	ends := w.leaves(s.Body, w.state())
	return ends[len(ends)-1]
}

// during names the parts of peeled loops that are being built.
func (w *walker) during() string {
	var parts []string
	for _, l := range w.loops {
		if l.During != "" {
			parts = append(parts, l.During)
		}
	}
	return strings.Join(parts, ", ")
}

// isEmpty reports whether the program itself says that a loop has no iteration.
func isEmpty(s *program.Do) bool {
	if s.Kind != program.DoCount || s.Var == nil {
		return false
	}
	lo, okLo := program.ConstInt(s.Lo, nil)
	hi, okHi := program.ConstInt(s.Hi, nil)
	step, okStep := int64(1), true
	if s.Step != nil {
		step, okStep = program.ConstInt(s.Step, nil)
	}
	return okLo && okHi && okStep && (step > 0 && lo > hi || step < 0 && lo < hi)
}

// unlessEmpty puts the mappings before a loop in force again if it is known to
// have no iteration. Where that depends on sizes, what follows is read as behind
// the last iteration, and the executions that find none say so.
func (w *walker) unlessEmpty(s *program.Do, l *comm.Loop, before mappings) []*AAU {
	if isEmpty(s) {
		w.restore(before)
		return nil
	}
	v, a := w.otherwise(before), w.b.A
	empty := a.Cond(a.Lt(l.Hi, l.Lo), a.Int(1), a.Int(0))
	if v == nil || w.never(empty) {
		return nil
	}
	why := fmt.Sprintf("the loop has no iteration: how %s is mapped behind it is taken as an iteration would leave it", strings.ToUpper(v.Name))
	return []*AAU{w.unit(AAU{Kind: Void, At: s.Span(), Reason: why, Count: w.b.Total(w.loops, a.Mul(w.inside(len(w.loops)), empty))})}
}

// otherwise returns the first array of the unit that is not mapped now as it is
// in another state, or nil.
func (w *walker) otherwise(m mappings) *program.Symbol { return w.differ(m, w.state()) }

// differ returns the first array of the unit that is mapped differently in two states,
// or nil.
func (w *walker) differ(m, n mappings) *program.Symbol {
	for _, v := range w.g.Unit.Symbols {
		if !m[v].Same(n[v]) {
			return v
		}
	}
	return nil
}

// inParts builds the parts of a peeled loop, one behind the other. What is paid
// before the rest finds what the first iteration has fetched, unless that has
// stored or remapped it since.
func (w *walker) inParts(kind Kind, s *program.Do, parts []*comm.Loop) []*AAU {
	level, around := len(w.loops), w.part
	w.part = around + firstPart
	out := w.partOf(kind, s, parts[0], firstPart)
	out = append(out, w.after[level]...)
	before := w.hoisted[level]
	w.hoisted[level], w.after[level] = nil, nil
	w.without(w.there[level], s.Body...)
	w.part = around + restPart
	rest := w.partOf(kind, s, parts[1], restPart)
	w.aggregate(w.hoisted[level])
	out = append(append(out, w.hoisted[level]...), rest...)
	w.hoisted[level], w.part = before, around
	return out
}

// tooDeep says that a first iteration is not distinguished, and takes the loop as
// all others are.
func (w *walker) tooDeep(s *program.Do) []*AAU {
	end := w.iterated(s)
	v := w.otherwise(end)
	w.restore(end)
	return w.void(s.Span(), fmt.Sprintf("the first iteration finds %s mapped otherwise than the others: it is counted like them, inside more than %d loops of that kind", strings.ToUpper(v.Name), mostPeeled))
}

// joined makes one of the loops that the parts of peeled loops have distinguished.
func joined(loops []LoopInfo, b *comm.Builder) []LoopInfo {
	type place struct {
		at, end source.Span
		number  int // of the loops that begin there in a part
	}
	numbers := map[string]map[place]int{}
	known := map[place]int{}
	out := make([]LoopInfo, 0, len(loops))
	for _, l := range loops {
		k := place{at: l.At, end: l.End}
		if numbers[l.part] == nil {
			numbers[l.part] = map[place]int{}
		}
		numbers[l.part][k]++
		k.number = numbers[l.part][place{at: l.At, end: l.End}]
		i, seen := known[k]
		if !seen {
			known[k] = len(out)
			out = append(out, l)
			continue
		}
		l.Total = b.A.Add(out[i].Total, l.Total)
		l.Entries = b.A.Add(out[i].Entries, l.Entries)
		out[i] = l
	}
	return out
}
