package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// forall builds a FORALL. Its header counts, and costs nothing of its own,
// since its loops are made for every assignment anew.
func (w *walker) forall(s *program.Forall) []*AAU {
	m := &masked{context: comm.Context{Ranges: s.Ranges}}
	m.add(s.Mask, s)
	first := len(w.g.Loops)
	out := append(w.construct(s), w.guarded(s.Mask, w.once(), func() []*AAU { return w.forallBody(s.Body, m) })...)
	w.spanning(s, s.End, first)
	return out
}

// spanning records that a construct of several lines is a loop like that of its first
// assignment, which stands at a place in the graph's.
func (w *walker) spanning(s program.Stmt, end source.Span, first int) {
	if first == len(w.g.Loops) || end == s.Span() {
		return
	}
	info := w.g.Loops[first]
	info.At, info.End = s.Span(), end
	w.g.Loops = slices.Insert(w.g.Loops, first, info)
}

// guarded builds what a mask decides about, where it is tested in a share of the
// executions (paper 003, section 4.3: a conditional unit inside the loop).
func (w *walker) guarded(mask program.Expr, tested symbolic.Expr, build func() []*AAU) []*AAU {
	if mask == nil {
		return build()
	}
	share := w.b.A.Mul(tested, w.held(mask))
	return w.under(condition{share: share, tested: tested}, build)
}

// held is the share of the elements that are left for which a mask holds.
func (w *walker) held(mask program.Expr) symbolic.Expr {
	name := w.assume("weight", 0.5, mask.Span(), "for how many elements the mask holds is not known before run time")
	return w.b.A.Sym(name, symbolic.Real)
}

// masked is the context of the assignments of a FORALL or WHERE: the first one
// carries the mask.
type masked struct{ context comm.Context }

func (m *masked) add(mask program.Expr, at program.Stmt) {
	if mask == nil {
		return
	}
	m.context.Masked = true
	m.context.MaskAt = at
	m.context.Mask = and(m.context.Mask, mask)
}

// take returns the context of the next assignment.
func (m *masked) take() comm.Context {
	c := m.context
	m.context.Mask = nil
	return c
}

func and(x, y program.Expr) program.Expr {
	if x == nil {
		return y
	}
	return program.NewBinary(x.Span(), program.And, x, y)
}

// construct counts the executions of an array construct that stands on a line of
// its own.
func (w *walker) construct(s program.Stmt) []*AAU {
	zero := w.b.A.Int(0)
	return []*AAU{w.unit(AAU{Kind: IterD, At: s.Span(), Local: zero, Entries: zero, Count: w.count()})}
}

func (w *walker) forallBody(body []program.Stmt, m *masked) []*AAU {
	var out []*AAU
	for _, inner := range body {
		switch inner := inner.(type) {
		case *program.Assign:
			out = append(out, w.assign(inner, m.take())...)
		case *program.Forall:
			nested := &masked{context: m.take()}
			nested.context.Ranges = append(append([]program.IndexRange{}, nested.context.Ranges...), inner.Ranges...)
			nested.add(inner.Mask, inner)
			out = append(out, w.guarded(inner.Mask, w.once(), func() []*AAU { return w.forallBody(inner.Body, nested) })...)
		default:
			out = append(out, w.void(inner.Span(), "this statement inside FORALL has no cost model yet")...)
		}
	}
	return out
}

// where builds a WHERE: each branch has its share of what the branches before it
// left.
func (w *walker) where(s *program.Where) []*AAU {
	out := w.construct(s)
	first, left := len(w.g.Loops), w.once()
	for i, br := range s.Branches {
		share, tested := left, left
		if br.Mask != nil {
			weight := w.held(br.Mask)
			share = w.b.A.Mul(left, weight)
			left = w.b.A.Mul(left, w.b.A.Sub(w.once(), weight))
		}
		m := &masked{context: comm.Context{Masked: true}}
		at := program.Stmt(s)
		if i > 0 && br.Mask != nil {
			at = &program.Transfer{Node: program.Node{At: br.Mask.Span()}}
		}
		m.add(br.Mask, at)
		out = append(out, w.under(condition{share: share, tested: tested}, func() []*AAU { return w.whereBody(br.Body, m) })...)
	}
	w.spanning(s, s.End, first)
	return out
}

func (w *walker) whereBody(body []program.Stmt, m *masked) []*AAU {
	var out []*AAU
	for _, inner := range body {
		a, ok := inner.(*program.Assign)
		if !ok {
			out = append(out, w.void(inner.Span(), "this statement inside WHERE has no cost model yet")...)
			continue
		}
		out = append(out, w.assign(a, m.take())...)
	}
	return out
}
