package aag

import (
	"fmt"
	"maps"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// The mapping in force is that of the statements before, in the order of the
// source; a loop whose body leaves arrays mapped otherwise than it found them is
// peeled (peel.go). Where the branches of a condition disagree, what follows is built
// for each of them (fork.go), and the next iteration with the last one.

// mappings is a state: how the arrays lie. It is never changed.
type mappings map[*program.Symbol]mapping.Layout

func (w *walker) state() mappings { return w.b.Layouts }

func (w *walker) restore(s mappings) { w.b = w.b.Under(s) }

// but returns the state with another mapping of one array.
func (m mappings) but(array *program.Symbol, to mapping.Layout) mappings {
	out := maps.Clone(m)
	out[array] = to
	return out
}

// remap builds REDISTRIBUTE or REALIGN.
func (w *walker) remap(s *program.Remap) []*AAU {
	zero := w.b.A.Int(0)
	out := []*AAU{w.unit(AAU{Kind: IterD, At: s.Span(), Local: zero, Entries: zero, Count: w.count()})}
	if s.Varies {
		out = append(out, w.void(s.Span(), "the iterations behind the first move other arrays, or to other mappings, than the first: they are counted like it")...)
	}
	for _, m := range w.b.Moves(s) {
		out = append(out, w.move(m, s.Span(), w.useless(s, m.Array))...)
	}
	return out
}

// move builds the remapping of one array from the mapping in force, and puts
// the new one in force.
func (w *walker) move(m mapping.Move, at source.Span, note string) []*AAU {
	from := w.b.Layouts[m.Array]
	w.restore(w.state().but(m.Array, m.To))
	return w.moved(w.nest().Remapped(m.Array, from, at), note)
}

// moved builds the messages and the copy of a remapping.
func (w *walker) moved(x comm.Moved, note string) []*AAU {
	var out []*AAU
	if w.never(x.Changes) {
		return nil
	}
	if x.Comm != nil {
		c := *x.Comm
		c.Note = note
		if u := w.pay(&c); u != nil {
			out = append(out, u)
		}
	}
	if w.probing {
		return out
	}
	u := w.unit(seq(w.done(x.Element, w.fixed())))
	u.Executes, u.Copies = false, true
	u.Local = w.b.A.Mul(u.Local, x.Changes)
	return append(out, u)
}

// settle reports the arrays on whose mapping the branches of a condition do
// not agree, and which mapping they are taken to have when it matters next; of those that
// nothing of the unit uses behind it, only what other units have too.
func (w *walker) settle(at source.Span, when, taken string, ends []mappings, used bool) []*AAU {
	var out []*AAU
	for _, v := range w.g.Unit.Symbols {
		if !used && !v.Shared {
			continue
		}
		for _, end := range ends {
			if !end[v].Same(w.b.Layouts[v]) {
				why := fmt.Sprintf("how %s is mapped %s depends on the condition: it is taken %s", strings.ToUpper(v.Name), when, taken)
				out = append(out, w.void(at, why)...)
				break
			}
		}
	}
	return out
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
		for e := range program.Exprs(inner) {
			found = found || occurs(e, array) > 0
		}
		switch inner := inner.(type) {
		case *program.CallStmt, *program.Transfer:
			found = true
		case *program.Unmodelled:
			found = found || inner.Names(array.Name)
		case *program.Remap:
			found = found || s != program.Stmt(inner)
		}
		return !found
	})
	return found
}
