package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// Routines with an array result leave it in temporaries, which no declaration names: an
// equal statement has its own ones.

// temporary returns what stands for a temporary of the one statement in the other.
func (t *transfer) temporary(s *program.Symbol) *program.Symbol {
	shape := t.from.b.Temporaries[s]
	switch {
	case shape == nil:
		t.failed = true
		return s
	case t.from == t.to:
		return s
	}
	return counterpart(&t.to.temporaries, s, func() *program.Symbol {
		own := *s
		t.to.b.Temporaries[&own] = shape
		return &own
	})
}

// result returns what stands for a reference to a temporary: it is where the routine is
// called.
func (t *transfer) result(r *program.Ref) *program.Ref {
	at := slices.IndexFunc(t.from.calls, func(c *program.Call) bool { return c.Span() == r.Span() })
	if at < 0 || t.from.b.Temporaries[r.Sym] == nil {
		t.failed = true
		return r
	}
	if t.from == t.to {
		return r
	}
	return counterpart(&t.to.results, r, func() *program.Ref { return program.NewRef(t.to.calls[at].Span(), t.temporary(r.Sym)) })
}

// counterpart returns what is known of x, or makes it.
func counterpart[T comparable](known *map[T]T, x T, make func() T) T {
	if own, ok := (*known)[x]; ok {
		return own
	}
	if *known == nil {
		*known = map[T]T{}
	}
	own := make()
	(*known)[x] = own
	return own
}

// layout returns how a temporary lies: like an array of the statement.
func (t *transfer) layout(l mapping.Layout) mapping.Layout {
	if l.Grid == nil && len(l.Axes) == 0 {
		return l
	}
	like := slices.IndexFunc(t.from.syms, func(s *program.Symbol) bool {
		x := t.from.b.Layouts[s]
		return x.Grid == l.Grid && x.At == l.At
	})
	if like < 0 {
		t.failed = true
		return l
	}
	x := t.to.b.Layouts[t.to.syms[like]]
	l.Grid, l.At = x.Grid, x.At
	return l
}
