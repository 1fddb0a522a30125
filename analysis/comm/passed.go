package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Communications of a program that passes messages itself (MPI, coarrays): every
// processor executes its text, and is distinguished by its number, the coordinate
// in an arrangement of all processors in a row.

// Passed is what a statement of such a program says of its communication.
type Passed struct {
	Title    string            // "MPI_SEND"
	Op       program.MessageOp // what it does
	Partner  symbolic.Expr     // point to point: the number of the other processor; 0 where it is not known
	Partners Partners          // how they lie
	Bytes    symbolic.Expr     // of one message; of a collective what one processor contributes
	Taken    symbolic.Expr     // 1 on the processors that come to the statement, where this depends on their numbers
	Loops    []*Loop           // around the statement, outermost first
	Blocks   bool              // the sender waits for the receiver
	OneSided bool              // of coarrays and windows: the partner takes no part, and nobody waits for it
	Among    *Members          // of a collective: whose it is; nil: of all
	PostedAt source.Span       // of a receive that is awaited: where it was posted
}

// present is 1 where a number is that of another processor, else 0: there is no
// message from MPI_PROC_NULL, nor from oneself.
func (b *Builder) present(partner symbolic.Expr) symbolic.Expr {
	a := b.A
	return a.And(a.Le(a.Int(0), partner), a.Lt(partner, b.size()), a.Ne(partner, b.number()))
}

// Received returns the message of so many elements, of so many bytes each, from
// a partner; 0 for one that is not known, which may be any.
func (b *Builder) Received(p Passed, array *program.Symbol, elements symbolic.Expr, bytes int, at source.Span) *Communication {
	c := b.passed(p, array, elements, bytes, at)
	c.Passed.Partners = b.partners(p.Partner)
	c.Kind = c.Passed.Partners.kind()
	if p.Partner == 0 {
		c.Kind, c.Bound, c.From, c.Messages = Copy, true, b.everybody(), b.some(b.A.Sub(b.size(), b.A.Int(1)))
	} else {
		c.From, c.Messages = []Range{{p.Partner, p.Partner}}, b.comes(p.Partner, c.Passed.Partners)
	}
	c.Elements = b.A.Mul(c.Messages, elements)
	return c
}

// FromSeveral makes of a message those of all iterations of a loop, each from another partner.
func (b *Builder) FromSeveral(c *Communication) {
	c.Passed.Partner, c.Passed.Partners = 0, Partners{Several: true}
	c.Kind, c.From = Copy, b.everybody()
}

// Sent returns the message to a partner, as it is sent: it is received
// elsewhere.
func (b *Builder) Sent(p Passed, array *program.Symbol, elements symbolic.Expr, bytes int, at source.Span) *Communication {
	c := b.Received(p, array, elements, bytes, at)
	c.Kind, c.Bound = Send, false
	return c
}

// Collective returns an operation of all processors. What a processor receives
// follows from the operation: the parts of all others, or one value for each
// stage of a reduction.
func (b *Builder) Collective(p Passed, array *program.Symbol, elements symbolic.Expr, bytes int, at source.Span) *Communication {
	a := b.A
	c := b.passed(p, array, elements, bytes, at)
	size := b.size()
	if c.From = b.everybody(); p.Among != nil {
		size = p.Among.Size
		c.From = p.Among.waitedFor(a, c.From)
	}
	c.Partners, c.Stages = size, a.CeilLog2(size)
	others := a.Sub(size, a.Int(1))
	elsewhere, atRoot := b.some(others), a.Int(1)
	if p.Partner != 0 {
		elsewhere, atRoot = a.Ne(b.number(), p.Partner), a.Eq(b.number(), p.Partner)
	}
	switch p.Op {
	case program.Broadcasts:
		c.Kind, c.Messages, c.Elements = Broadcast, elsewhere, a.Mul(elsewhere, elements)
	case program.Scatters:
		c.Kind, c.Messages, c.Elements = Scatter, elsewhere, a.Mul(elsewhere, elements)
	case program.Gathers:
		c.Kind, c.Messages, c.Elements = Gather, a.Mul(atRoot, others), a.Mul(atRoot, others, elements)
	case program.AllGathers:
		c.Kind, c.Messages, c.Elements = AllGather, others, a.Mul(others, elements)
	case program.AllToAlls:
		c.Kind, c.Messages, c.Elements = AllToAll, others, a.Mul(others, elements)
	case program.Reduces, program.AllReduces, program.Scans:
		c.Kind, c.Values = Reduction, elements
		c.Messages, c.Elements = c.Stages, a.Mul(c.Stages, elements)
	case program.ReduceScatters: // halves, quarters, ...: in all what the others have for it
		c.Kind, c.Values = Reduction, elements
		c.Messages, c.Elements = c.Stages, a.FloorDiv(a.Mul(others, elements), size)
	default:
		c.Kind, c.Bytes, c.Messages, c.Elements = Barrier, 0, c.Stages, a.Int(0)
	}
	return c
}

// SectionSize returns the elements of a variable, an element or a section.
func (b *Builder) SectionSize(r *program.Ref) (symbolic.Expr, bool) {
	a, n := b.A, b.A.Int(1)
	for d := range r.Sym.Dims {
		lo, hi := b.DeclaredBounds(r.Sym, d)
		size := a.Add(a.Sub(hi, lo), a.Int(1))
		if len(r.Subs) > 0 {
			var ok bool
			if size, ok = b.subscriptSize(r.Subs[d], lo, hi); !ok {
				return 0, false
			}
		}
		n = a.Mul(n, a.Max(a.Int(0), size))
	}
	return n, true
}

// subscriptSize counts the indices of a subscript, of a dimension with bounds.
func (b *Builder) subscriptSize(s program.Subscript, lo, hi symbolic.Expr) (symbolic.Expr, bool) {
	a, step := b.A, b.A.Int(1)
	if !s.Triplet {
		return step, program.RankOf(s.Lo) == 0
	}
	ok := true
	for _, part := range []struct {
		e  program.Expr
		to *symbolic.Expr
	}{{s.Lo, &lo}, {s.Hi, &hi}, {s.Stride, &step}} {
		if part.e != nil && ok {
			*part.to, ok = b.Value(part.e)
		}
	}
	return a.FloorDiv(a.Add(a.Sub(hi, lo), step), step), ok
}

func (b *Builder) passed(p Passed, array *program.Symbol, elements symbolic.Expr, bytes int, at source.Span) *Communication {
	p.Bytes = b.A.Mul(elements, b.A.Int(int64(bytes)))
	return &Communication{Array: array, At: at, Dim: -1, Bytes: bytes, Contiguous: true, Passed: &p}
}

// describe says what a statement of the program passes.
func (p *Passed) describe(c *Communication) string {
	s := p.Title + ": " + p.what(c)
	if p.PostedAt != (source.Span{}) {
		s += ", awaited here"
	}
	if p.Among != nil {
		s += ", of those of its communicator"
	}
	return s
}

func (p *Passed) what(c *Communication) string {
	name := "a message"
	if c.Array != nil {
		name = c.name()
	}
	switch p.Op {
	case program.Posts:
		return fmt.Sprintf("%s is posted to %s", name, p.Partners.text(p.Partner != 0))
	case program.AwaitsEvent:
		return fmt.Sprintf("%s is awaited from %s", name, p.Partners.text(p.Partner != 0))
	}
	switch c.Kind {
	case Send:
		return fmt.Sprintf("%s is sent to %s", name, p.Partners.text(p.Partner != 0))
	case Shift, Copy:
		return fmt.Sprintf("%s is received from %s", name, p.Partners.text(p.Partner != 0))
	case Broadcast:
		return name + " of one processor goes to all"
	case Scatter:
		return "each processor gets its part of " + name
	case Gather:
		return "one processor gets the parts of " + name + " of all"
	case AllGather:
		return "every processor gets the parts of " + name + " of all"
	case AllToAll:
		return "every processor gets a part of " + name + " of each other"
	case Reduction:
		if p.Op == program.ReduceScatters {
			return fmt.Sprintf("each processor gets its part of %s of all, combined by %s", name, c.Operation)
		}
		return fmt.Sprintf("%s of all processors combined by %s", name, c.Operation)
	}
	if p.Op == program.NeighbourSync {
		if p.Partner != 0 {
			return "each processor waits for those that it names"
		}
		return "each processor waits for those that it names, taken to be all"
	}
	return "all processors wait for all"
}
