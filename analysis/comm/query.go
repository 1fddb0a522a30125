package comm

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Query is a statement, a condition or an argument in its surroundings, written
// down as a key: all that its elements, partitions and messages depend on. Names
// and loops are distinguished by where they are met first, so that the key says
// nothing of symbols, statements and places in the text.
type Query struct {
	b     *Builder
	spans [2]source.Span // of the statement, and of the construct that has its mask
	loops []*Loop        // around it
	whole int            // see Nest
	iter  *Iteration
	from  mapping.Layout // of a remapping, before
	key   []byte         // under construction

	now, before *answers // for the key; nil where there is more to it than can be written down

	refs  []*program.Ref // in the order of the source
	calls []*program.Call
	syms  []*program.Symbol

	temporaries map[*program.Symbol]*program.Symbol // of the statement that answered, by those that stand for them here; see temporary.go
	results     map[*program.Ref]*program.Ref       // the same for references to them
}

// mostReferences is the number of references above which a statement is not
// remembered.
const mostReferences = 128

// Ask writes down what is asked about expressions that stand at a place, in a
// context, where a REDUCTION combines by an operator ("" for none).
func (n Nest) Ask(at source.Span, c Context, operator string, of ...program.Expr) *Query {
	q := &Query{b: n.B, loops: n.Loops, whole: n.Whole, iter: c.Iteration}
	q.spans = [2]source.Span{at, at}
	// what the texts of other procedures decide is not in the key
	if outside := c.Iteration != nil && c.Iteration.Outside.Grid != nil; !n.B.remembers || n.B.Own != nil || outside {
		return q
	}
	q.begin()
	masked := int64(0)
	if c.MaskAt != nil {
		q.spans[1] = c.MaskAt.Span()
		masked = 1 + truth(q.spans[1] == at)
	}
	q.numbers(masked, truth(c.Masked), int64(n.Whole))
	q.text(operator)
	for _, l := range n.Loops {
		q.loop(l)
	}
	q.exprs(of...)
	q.exprs(c.Mask)
	q.numbers(int64(len(c.Ranges)))
	for _, r := range c.Ranges {
		q.symbol(r.Var)
		q.exprs(r.Lo, r.Hi, r.Step)
	}
	q.reference(c.Partial)
	if q.numbers(truth(c.Iteration != nil)); c.Iteration != nil {
		q.reference(c.Iteration.Home)
	}
	if len(q.refs) <= mostReferences {
		q.find()
	}
	q.end()
	return q
}

// scratch is what keys and lists are begun in.
type scratch struct {
	key  []byte
	refs []*program.Ref
	syms []*program.Symbol
}

func (q *Query) begin() {
	s := &q.b.scratch
	q.key, q.refs, q.syms = append(s.key[:0], q.b.base...), s.refs[:0], s.syms[:0]
}

// end puts the lists where they stay.
func (q *Query) end() {
	q.b.scratch = scratch{q.key, q.refs, q.syms}
	if len(q.refs) > mostReferences {
		q.refs = nil
	}
	q.key, q.refs, q.syms = nil, q.b.slabs.refs.copied(q.refs), q.b.slabs.syms.copied(q.syms)
}

func (q *Query) numbers(all ...int64) {
	for _, n := range all {
		q.key = binary.AppendVarint(q.key, n)
	}
}

func (q *Query) text(s string) {
	q.numbers(int64(len(s)))
	q.key = append(q.key, s...)
}

// loop writes a loop around the statement. What its body stores is written with
// the names of the statement; see symbol.
func (q *Query) loop(l *Loop) {
	q.text(l.Name)
	q.text(l.During)
	q.numbers(int64(l.Lo), int64(l.Hi), l.Scale, int64(l.Base), int64(l.limit), int64(l.step), truth(l.Independent)|truth(l.Unordered)<<1|truth(l.Widened)<<2|truth(q.b.Explicit)<<3)
	if q.numbers(truth(l.Index != nil)); l.Index != nil {
		q.symbol(l.Index)
	}
	if l.own != nil || len(l.Over) > 0 {
		q.incomplete()
	}
}

func (q *Query) incomplete() { q.refs = make([]*program.Ref, mostReferences+1) }

// symbol writes a name by its number; when it is met first, also how it is
// declared and mapped, and what the loops and the iteration around do to it.
func (q *Query) symbol(s *program.Symbol) {
	if i := slices.Index(q.syms, s); i >= 0 {
		q.numbers(int64(i) + 1)
		return
	}
	q.syms = append(q.syms, s)
	q.numbers(0, q.b.declared(s))
	q.axes(q.b.Layouts[s])
	for _, l := range q.loops {
		q.numbers(truth(l.Stores.Has(s)) | truth(l.Stores.moved.has(s))<<1 | truth(l.private(s))<<2)
	}
	if it := q.iter; it != nil {
		q.numbers(truth(it.Stores.Has(s)) | truth(it.Indices[s])<<1)
	}
}

func (q *Query) axes(of mapping.Layout) {
	q.numbers(int64(len(of.Axes)))
	for _, axis := range of.Axes {
		q.numbers(q.b.axis(axis))
	}
}

// reference writes a reference, or that there is none.
func (q *Query) reference(r *program.Ref) {
	if r == nil {
		q.numbers(0)
		return
	}
	q.exprs(r)
}

// The kinds of nodes in a key.
const (
	keyNone = iota
	keyConst
	keyRef
	keyUnary
	keyBinary
	keyCall
	keyOpaque
)

func (q *Query) exprs(all ...program.Expr) {
	for _, e := range all {
		q.expr(e)
	}
}

func (q *Query) expr(e program.Expr) {
	switch e := e.(type) {
	case nil:
		q.numbers(keyNone)
	case *program.Const:
		q.numbers(keyConst, int64(e.Type), int64(e.Bytes), e.Int, int64(math.Float64bits(e.Real)))
		q.text(e.Text)
	case *program.Ref:
		q.ref(e)
	case *program.Unary:
		q.numbers(keyUnary, int64(e.Op))
		q.expr(e.X)
	case *program.Binary:
		q.numbers(keyBinary, int64(e.Op))
		q.exprs(e.X, e.Y)
	case *program.Call:
		q.call(e)
	case *program.Opaque:
		q.numbers(keyOpaque)
		q.text(e.Text)
		q.text(e.Reason)
		q.numbers(int64(len(e.Values)))
		q.exprs(e.Items()...)
	default:
		q.incomplete()
	}
}

// ref writes a reference, and inside which loop the message that fetches it must
// stay.
func (q *Query) ref(r *program.Ref) {
	q.numbers(keyRef)
	q.refs = append(q.refs, r)
	q.symbol(r.Sym)
	q.numbers(int64(r.Definition), int64(len(r.Subs)))
	q.expr(r.Value)
	q.numbers(int64(len(r.Along)))
	for _, index := range r.Along {
		q.symbol(index)
	}
	for i := range r.Subs {
		s := &r.Subs[i]
		q.numbers(truth(s.Triplet))
		q.exprs(s.Lo, s.Hi, s.Stride)
	}
	q.expr(r.Image)
	if r.Sym.Rank() > 0 {
		held, known := q.b.onto(r, q.whole)
		q.numbers(truth(known), int64(held.Level))
		q.text(held.Why)
		n := Nest{B: q.b, Loops: q.loops, Whole: q.whole}
		q.numbers(truth(n.produced(r)) | truth(n.refilled(r))<<1)
	}
}

// call writes a call of an intrinsic; of any other function more matters than
// its name.
func (q *Query) call(c *program.Call) {
	if c.Intrinsic().Shape == program.NotIntrinsic {
		q.incomplete()
		return
	}
	q.calls = append(q.calls, c)
	q.numbers(keyCall)
	q.text(c.Name)
	if q.numbers(truth(c.Sym != nil)); c.Sym != nil {
		q.symbol(c.Sym)
	}
	q.numbers(int64(len(c.Args)))
	for _, arg := range c.Args {
		q.text(arg.Keyword)
		q.expr(arg.Value)
	}
}
