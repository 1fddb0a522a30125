package aag

import (
	"fmt"
	"maps"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// The mapping in force is that of the statements before, in the order of the
// source. A loop whose body leaves arrays mapped otherwise than it found them
// is taken in its steady state: they are remapped once before it. One that it
// remaps before it uses it comes to the first iteration's mapping from where it
// was, to that of all others from where the loop leaves it. Where the branches
// of a condition disagree, what follows is read with the last one.

// mappings is a state: how the arrays lie.
type mappings map[*program.Symbol]mapping.Layout

func (w *walker) state() mappings { return maps.Clone(mappings(w.b.Layouts)) }

func (w *walker) restore(s mappings) { w.b.Layouts = maps.Clone(map[*program.Symbol]mapping.Layout(s)) }

// remap builds REDISTRIBUTE or REALIGN.
func (w *walker) remap(s *program.Remap) []*AAU {
	zero := w.b.A.Int(0)
	out := []*AAU{w.unit(AAU{Kind: IterD, At: s.Span(), Local: zero, Entries: zero, Count: w.count()})}
	for _, m := range w.b.Moves(s) {
		build := func() []*AAU { return w.move(m, s.Span(), w.useless(s, m.Array)) }
		if l := w.later[entry{s, m.Array}]; l != nil {
			a := w.b.A
			again := condition{share: a.Lt(l.Lo, a.Sym(l.Name, symbolic.Index))}
			out = append(out, w.under(again, build)...)
			continue
		}
		out = append(out, build()...)
	}
	return out
}

// entry is the first remapping of an array in the body of a loop.
type entry struct {
	by    *program.Remap
	array *program.Symbol
}

// move builds the remapping of one array from the mapping in force, and puts
// the new one in force.
func (w *walker) move(m mapping.Move, at source.Span, note string) []*AAU {
	from := w.b.Layouts[m.Array]
	w.b.Layouts[m.Array] = m.To
	return w.moved(w.nest().Remap(m.Array, nil, from, m.To, at), note)
}

// moved builds the messages and the copy of a remapping.
func (w *walker) moved(x comm.Moved, note string) []*AAU {
	var out []*AAU
	if v, ok := w.b.A.ConstInt(x.Changes); ok && v == 0 {
		return nil
	}
	if x.Comm != nil {
		x.Comm.Note = note
		if u := w.pay(x.Comm); u != nil {
			out = append(out, u)
		}
	}
	u := w.unit(w.seq(x.Element, w.fixed()))
	u.Executes, u.Copies = false, true
	u.Local = w.b.A.Mul(u.Local, x.Changes)
	return append(out, u)
}

// steady brings the arrays to where the iterations of a loop leave them, when
// that is not where the loop finds them; those that the body remaps first, to
// where its first iteration wants them.
func (w *walker) steady(body []program.Stmt, l *comm.Loop) []*AAU {
	last, several := map[*program.Symbol]mapping.Move{}, map[*program.Symbol]bool{} // mappings in the body
	var order []*program.Symbol
	at := map[*program.Symbol]source.Span{}
	program.Statements(body, func(s program.Stmt) bool {
		if r, ok := s.(*program.Remap); ok {
			for _, m := range w.b.Moves(r) {
				before, seen := last[m.Array]
				if !seen {
					order, at[m.Array] = append(order, m.Array), s.Span()
				}
				several[m.Array] = several[m.Array] || seen && !sameLayout(before.To, m.To)
				last[m.Array] = m
			}
		}
		return true
	})
	var out []*AAU
	for _, s := range order {
		first, m := w.remappedFirst(body, s)
		delete(w.later, entry{first, s})
		if first != nil && several[s] && !sameLayout(w.b.Layouts[s], last[s].To) {
			w.later[entry{first, s}] = l
			out = append(out, w.move(m, first.Span(), "paid in the first iteration, which finds the array so")...)
			w.b.Layouts[s] = last[s].To
			continue
		}
		units := w.move(last[s], at[s], "paid once before the loop, whose iterations leave the array so")
		for _, u := range units { // the first iteration goes straight to its first mapping
			if u.Comm != nil {
				u.Comm.Bound = u.Comm.Bound || several[s]
			}
		}
		out = append(out, units...)
	}
	return out
}

// remappedFirst returns the statement of the block that remaps the array before
// any other uses it, with what it does, or nil.
func (w *walker) remappedFirst(body []program.Stmt, array *program.Symbol) (*program.Remap, mapping.Move) {
	for _, s := range body {
		if r, ok := s.(*program.Remap); ok {
			for _, m := range w.b.Moves(r) {
				if m.Array == array {
					return r, m
				}
			}
		}
		if touches(s, array) {
			break
		}
	}
	return nil, mapping.Move{}
}

// settle reports the arrays on whose mapping the branches of a condition do
// not agree.
func (w *walker) settle(s *program.If, ends []mappings) []*AAU {
	taken := "as the last branch leaves it"
	if len(s.Else) == 0 {
		taken = "as where no branch is taken"
	}
	var out []*AAU
	for _, v := range w.g.Unit.Symbols {
		for _, end := range ends {
			if !sameLayout(end[v], w.b.Layouts[v]) {
				why := fmt.Sprintf("how %s is mapped after this depends on the condition: it is taken %s", strings.ToUpper(v.Name), taken)
				out = append(out, w.void(s.Span(), why)...)
				break
			}
		}
	}
	return out
}

func sameLayout(x, y mapping.Layout) bool {
	if len(x.Axes) != len(y.Axes) {
		return x.Replicated() && y.Replicated()
	}
	for g := range x.Axes {
		if x.Axes[g] != y.Axes[g] {
			return false
		}
	}
	return true
}

// useless says that nothing uses the array in its new mapping: the next
// statement of the block that names it remaps it again, or stores all of it
// without reading it.
func (w *walker) useless(s *program.Remap, array *program.Symbol) string {
	behind := false
	for _, next := range w.around {
		if next == program.Stmt(s) {
			behind = true
			continue
		}
		if !behind {
			continue
		}
		switch next := next.(type) {
		case *program.Remap:
			for _, x := range next.Arrays {
				if x == array {
					return "useless: the array is remapped again before it is used"
				}
			}
		case *program.Assign:
			if next.LHS.Sym == array && len(next.LHS.Subs) == 0 && occurs(next.RHS, array) == 0 {
				return "useless: the array is overwritten before it is read"
			}
		}
		if touches(next, array) {
			return ""
		}
	}
	return ""
}

func touches(s program.Stmt, array *program.Symbol) bool {
	found := false
	program.Statements([]program.Stmt{s}, func(inner program.Stmt) bool {
		for _, e := range program.Exprs(inner) {
			found = found || occurs(e, array) > 0
		}
		switch inner := inner.(type) {
		case *program.CallStmt, *program.Transfer:
			found = true
		case *program.Unmodelled:
			found = found || strings.Contains(strings.ToLower(inner.Text), array.Name)
		case *program.Remap:
			found = found || s != program.Stmt(inner)
		}
		return !found
	})
	return found
}
