package aag

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Build makes the graph of a unit. A first pass finds the loops that have
// communication in their bodies: their iterations are told apart, those of all
// other loops are counted.
func Build(u *program.Unit, b *comm.Builder) *Graph {
	one := b.A.Int(1)
	probe := &walker{g: &Graph{Unit: u, Builder: b}, b: b, sync: map[*program.Do]bool{}, syncIf: map[*program.If]bool{}, weight: one, share: one}
	probe.block(u.Body)
	w := &walker{g: &Graph{Unit: u, Builder: b}, b: b, sync: probe.sync, syncIf: probe.syncIf, weight: one, share: one}
	w.g.Body = w.block(u.Body)
	return w.g
}

// walker goes through the statements of a unit.
type walker struct {
	g      *Graph
	b      *comm.Builder
	sync   map[*program.Do]bool // loops with communication inside
	syncIf map[*program.If]bool // conditions with communication in a branch

	loops   []*comm.Loop   // DO loops around the statement, outermost first
	homes   []*program.Ref // of each of them: whose owner executes an iteration, or nil
	weight  symbolic.Expr  // see AAU.Weight
	share   symbolic.Expr  // see AAU.Share
	hoisted [][]*AAU       // by level: to be paid before the statement at that level
	after   [][]*AAU       // by level: to be paid after it
}

func (w *walker) nest() comm.Nest { return comm.Nest{B: w.b, Loops: w.loops} }

// fixed returns how many of the loops around are told apart.
func (w *walker) fixed() int {
	for i, l := range w.loops {
		if !w.sync[l.Do] {
			return i
		}
	}
	return len(w.loops)
}

func (w *walker) unit(u AAU) *AAU {
	u.Tag = len(w.g.Units)
	if u.Repeat == nil {
		u.Repeat = w.loops[:w.fixed():w.fixed()]
	}
	u.Weight, u.Share, u.Depth = w.weight, w.share, len(w.loops)
	w.g.Units = append(w.g.Units, &u)
	return &u
}

func (w *walker) void(at source.Span, reason string) []*AAU {
	return []*AAU{w.unit(AAU{Kind: Void, At: at, Reason: reason})}
}

// block builds a statement list; what was hoisted to this level is paid before
// the statement that it was hoisted out of.
func (w *walker) block(stmts []program.Stmt) []*AAU {
	level := len(w.loops)
	for len(w.hoisted) <= level {
		w.hoisted = append(w.hoisted, nil)
		w.after = append(w.after, nil)
	}
	var out []*AAU
	for _, s := range stmts {
		units := w.statement(s)
		out = append(out, w.hoisted[level]...)
		out = append(out, units...)
		out = append(out, w.after[level]...)
		w.hoisted[level], w.after[level] = nil, nil
	}
	return out
}

func (w *walker) statement(s program.Stmt) []*AAU {
	w.b.Enclosing = w.loops
	switch s := s.(type) {
	case *program.Assign:
		return w.assign(s, nil, nil)
	case *program.Forall:
		return append(w.construct(s), w.forall(s.Ranges, s.Mask, s.Body)...)
	case *program.Where:
		return w.where(s)
	case *program.Do:
		return w.do(s)
	case *program.If:
		return w.condition(s)
	case *program.CallStmt:
		return w.call(s)
	case *program.Unmodelled:
		if s.Free {
			return nil
		}
		return w.void(s.Span(), s.Reason)
	}
	return nil // RETURN, STOP, CYCLE, EXIT: paid with their condition
}

// construct is the header of a FORALL: it counts, and costs nothing of its own,
// since its loops are made for every assignment anew.
func (w *walker) construct(s program.Stmt) []*AAU {
	zero := w.b.A.Int(0)
	return []*AAU{w.unit(AAU{Kind: IterD, At: s.Span(), Local: zero, Entries: zero, Count: w.nest().Executions(&comm.Element{})})}
}

func (w *walker) forall(ranges []program.IndexRange, mask program.Expr, body []program.Stmt) []*AAU {
	var out []*AAU
	for _, inner := range body {
		switch inner := inner.(type) {
		case *program.Assign:
			out = append(out, w.assign(inner, ranges, mask)...)
		case *program.Forall:
			all := append(append([]program.IndexRange{}, ranges...), inner.Ranges...)
			out = append(out, w.forall(all, and(mask, inner.Mask), inner.Body)...)
		default:
			out = append(out, w.void(inner.Span(), "this statement inside FORALL has no cost model yet")...)
		}
	}
	return out
}

// where gives every assignment the mask of its branch; the branches before it
// were tested too.
func (w *walker) where(s *program.Where) []*AAU {
	var out []*AAU
	var mask program.Expr
	for _, br := range s.Branches {
		if br.Mask != nil {
			mask = br.Mask
		}
		for _, inner := range br.Body {
			a, ok := inner.(*program.Assign)
			if !ok {
				out = append(out, w.void(inner.Span(), "this statement inside WHERE has no cost model yet")...)
				continue
			}
			out = append(out, w.assign(a, nil, mask)...)
		}
	}
	return out
}

func and(x, y program.Expr) program.Expr {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return program.NewBinary(x.Span(), program.And, x, y)
}

func (w *walker) call(s *program.CallStmt) []*AAU {
	return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.nest().Executions(&comm.Element{}),
		Local: w.local(), Reason: fmt.Sprintf("the time inside %s is not included: it is estimated as a unit of its own where its source is here", s.Name)})}
}

// local returns how often the processor executes a statement that everybody
// executes, inside the loops that are counted.
func (w *walker) local() symbolic.Expr {
	return w.b.Total(w.loops[w.fixed():], w.b.A.Int(1))
}
