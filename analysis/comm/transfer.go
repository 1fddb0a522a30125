package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// transfer makes of what was worked out about a statement the same for an equal
// one: what the one's names, references, loops and places are replaced by those
// of the other. It fails where something is not the statement's own.
type transfer struct {
	from, to *Query
	failed   bool

	loops      []*Loop // pairs of old and new
	accesses   []*Access
	partitions []*Partition
	elements   []*Element
	reference  int // where the last one stood
}

func (t *transfer) slabs() *slabs { return &t.to.b.slabs }

func (t *transfer) answer(o *Answer) *Answer {
	out := t.slabs().answered.one(Answer{Groups: o.Groups, Computations: t.slabs().computed.some(len(o.Computations)), Messages: t.messages(o.Messages), Delivered: t.message(o.Delivered)})
	for i, d := range o.Computations {
		d.Element, d.Partition, d.Combined = t.element(d.Element), t.partition(d.Partition), t.message(d.Combined)
		out.Computations[i] = d
	}
	return out
}

func (t *transfer) messages(all []*Communication) []*Communication {
	if all == nil {
		return nil
	}
	out := t.slabs().sent.some(len(all))
	for i, c := range all {
		out[i] = t.message(c)
	}
	return out
}

func (t *transfer) message(c *Communication) *Communication {
	if c == nil {
		return nil
	}
	out := t.slabs().messages.one(*c)
	out.Array, out.At, out.rests = t.symbol(c.Array), t.span(c.At), nil
	t.failed = t.failed || c.Passed != nil
	if c.Reads != nil {
		out.Reads = t.slabs().read.some(len(c.Reads))
		all := t.slabs().reads.some(len(c.Reads))
		for i, r := range c.Reads {
			all[i] = Read{t.access(r.Access), t.partition(r.Partition), t.element(r.element), r.pinned, r.partly}
			out.Reads[i] = &all[i]
		}
	}
	if c.Delivered != nil {
		out.Delivered = &Delivered{t.partition(c.Delivered.Partition), t.access(c.Delivered.Left), t.element(c.Delivered.element)}
	}
	if c.Pattern != "" {
		t.pattern(out)
	}
	return out
}

// pattern gives the symbol for a pattern the name that says where the reference
// stands by now.
func (t *transfer) pattern(c *Communication) {
	a, name := t.to.b.A, c.touched()[0].patternName()+part(t.to.loops)
	if name == c.Pattern {
		return
	}
	with := map[string]symbolic.Expr{c.Pattern: a.Sym(name, symbolic.Index)}
	c.Pattern, c.Elements, c.Messages = name, a.Subst(c.Elements, with), a.Subst(c.Messages, with)
}

func (t *transfer) element(e *Element) *Element {
	if e == nil {
		return nil
	}
	if known := paired(t.elements, e); known != nil {
		return known
	}
	out := t.slabs().elements.one(*e)
	t.elements = append(t.elements, e, out)
	out.At, out.Scalar, out.Combines, out.Reduces = t.span(e.At), t.symbol(e.Scalar), t.call(e.Combines), t.call(e.Reduces)
	out.Loops, out.Inner, out.Folded = t.loopsOf(e.Loops), t.loopsOf(e.Inner), t.loop(e.Folded)
	out.Left, out.Resolves, out.Home = t.access(e.Left), t.access(e.Resolves), t.home(e.Home)
	t.failed = t.failed || e.Functions != nil // whose calls depend on more
	out.Reads = t.slabs().accessed.some(len(e.Reads))
	for i, x := range e.Reads {
		out.Reads[i] = t.access(x)
	}
	return out
}

func (t *transfer) home(h Home) Home {
	if h == nil {
		return nil
	}
	out := Home(t.slabs().accessed.some(len(h)))
	for g, x := range h {
		out[g] = t.access(x)
	}
	return out
}

func (t *transfer) access(x *Access) *Access {
	if x == nil {
		return nil
	}
	if known := paired(t.accesses, x); known != nil {
		return known
	}
	out := t.slabs().accesses.one(*x)
	t.accesses = append(t.accesses, x, out)
	out.Ref, out.Sym = t.ref(x.Ref), t.symbol(x.Sym)
	out.Subs = t.slabs().subs.copied(x.Subs)
	for d := range out.Subs {
		out.Subs[d].Loop = t.loop(out.Subs[d].Loop)
	}
	if out.At != (source.Span{}) {
		out.At = t.span(x.At)
	}
	if x.Along != nil {
		out.Along = make(map[int]*Loop, len(x.Along))
		for d, l := range x.Along {
			out.Along[d] = t.loop(l)
		}
	}
	if t.from.b.Temporaries[x.Sym] != nil {
		out.Layout = t.layout(x.Layout)
		return out
	}
	if out.Layout = t.to.b.Layouts[out.Sym]; !slices.Equal(out.Layout.Axes, x.Layout.Axes) {
		out.Layout = t.to.from
		t.failed = t.failed || !slices.Equal(out.Layout.Axes, x.Layout.Axes)
	}
	return out
}

func (t *transfer) partition(p *Partition) *Partition {
	if p == nil {
		return nil
	}
	if known := paired(t.partitions, p); known != nil {
		return known
	}
	out := t.slabs().partitions.one(*p)
	t.partitions = append(t.partitions, p, out)
	out.Home, out.Ranges, out.Order = t.home(p.Home), t.loopsOf(p.Ranges), t.loopsOf(p.Order)
	out.Shares = t.slabs().byLoop.copied(p.Shares)
	for i := range out.Shares {
		s := &out.Shares[i]
		s.of, s.all = t.loop(s.of), t.slabs().shares.copied(s.all)
		for k := range s.all {
			s.all[k].Place.Sub.Loop = t.loop(s.all[k].Place.Sub.Loop)
		}
	}
	return out
}

func (t *transfer) loopsOf(all []*Loop) []*Loop {
	if all == nil {
		return nil
	}
	out := t.slabs().ranges.some(len(all))
	for i, l := range all {
		out[i] = t.loop(l)
	}
	return out
}

// loop returns a loop around the statement, or the same loop with other bounds,
// or one of the statement's own.
func (t *transfer) loop(l *Loop) *Loop {
	if l == nil {
		return nil
	}
	if i := slices.Index(t.from.loops, l); i >= 0 {
		return t.to.loops[i]
	}
	if known := paired(t.loops, l); known != nil {
		return known
	}
	out := t.slabs().loops.one(*l)
	t.loops = append(t.loops, l, out)
	out.Index = t.symbol(l.Index)
	if l.Do != nil {
		i := slices.IndexFunc(t.from.loops, func(o *Loop) bool { return o.Do == l.Do })
		if i < 0 {
			t.failed = true
			return out
		}
		out.Do, out.Stores = t.to.loops[i].Do, t.to.loops[i].Stores
	}
	return out
}

// ref finds a reference; they are asked for in the order of the source, more or
// less.
func (t *transfer) ref(r *program.Ref) *program.Ref {
	for range t.from.refs {
		if t.reference = (t.reference + 1) % len(t.from.refs); t.from.refs[t.reference] == r {
			return t.to.refs[t.reference]
		}
	}
	return t.result(r)
}

func (t *transfer) call(c *program.Call) *program.Call {
	if c == nil {
		return nil
	}
	if i := slices.Index(t.from.calls, c); i >= 0 {
		return t.to.calls[i]
	}
	t.failed = true
	return c
}

func (t *transfer) symbol(s *program.Symbol) *program.Symbol {
	if s == nil {
		return nil
	}
	if i := slices.Index(t.from.syms, s); i >= 0 {
		return t.to.syms[i]
	}
	return t.temporary(s)
}

func (t *transfer) span(at source.Span) source.Span {
	if i := slices.Index(t.from.spans[:], at); i >= 0 {
		return t.to.spans[i]
	}
	t.failed = true
	return at
}

// paired returns what stands behind x in a list of pairs, or nil.
func paired[T any](pairs []*T, x *T) *T {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == x {
			return pairs[i+1]
		}
	}
	return nil
}
