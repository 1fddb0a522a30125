package arrayprogram

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// body is the body of loops that have become array operations: all their iterations
// at once. What an iteration has loaded or computed stays in registers.
type body struct {
	indices   map[*program.Symbol]*index
	private   map[*program.Symbol]bool
	registers *registers
}

// index is that of a loop: its values.
type index struct{ lo, step, trips float64 }

// varies reports whether an expression has another value in each iteration.
func (b *body) varies(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		found = found || is && (b.indices[r.Sym] != nil || b.private[r.Sym])
		return !found
	})
	return found
}

// known reports whether the iterations have an operand already: loads always, other
// expressions where the compiler eliminates common ones.
func (b *body) known(e program.Expr, m arrayop.Model) bool {
	if b == nil {
		return false
	}
	switch e := e.(type) {
	case *program.Ref:
		return !b.registers.fresh(e)
	case *program.Const:
		return false
	}
	return applied(m.Array, "common_subexpressions") && !b.registers.fresh(e)
}

// section is what the iterations refer to by an element.
func (b *body) section(f *frame, r *program.Ref) (*section, string) {
	s, problem := f.wholeOf(r.Sym)
	if problem != "" {
		return nil, problem
	}
	for d, sub := range r.Subs {
		if d >= len(s.dims) {
			return nil, fmt.Sprintf("%s has fewer dimensions", r.Sym.Name)
		}
		b.dimension(f, s, d, sub)
	}
	s.finish()
	return s, ""
}

// dimension evaluates a subscript for the first two iterations of each loop.
func (b *body) dimension(f *frame, s *section, d int, sub program.Subscript) {
	dim := &s.dims[d]
	at := func(moved *program.Symbol) (float64, bool) {
		return evaluate(sub.Lo, func(r *program.Ref) (float64, bool) {
			if i := b.indices[r.Sym]; i != nil {
				if r.Sym == moved {
					return i.lo + i.step, true
				}
				return i.lo, true
			}
			return f.reference(r)
		})
	}
	first, ok := at(nil)
	dim.fixed, dim.lo, dim.step, dim.count = true, first, 1, 1
	if !b.varies(sub.Lo) {
		return
	}
	for v, i := range b.indices {
		if !program.Mentions(v, sub.Lo) {
			continue
		}
		next, known := at(v)
		if !ok || !known {
			s.gather = &sub
		}
		dim.fixed, dim.count = false, i.trips
		if dim.step = next - first; dim.step == 0 {
			dim.step = 1
		}
	}
	if dim.fixed { // by a scalar of the iteration: as by an index array
		s.gather, dim.fixed = &sub, false
	}
	if s.gather != nil {
		dim.lo, dim.step = dim.lower, 1
		for _, i := range b.indices {
			dim.count = i.trips
		}
	}
}

// execute charges the array operations of a nest with its index values.
func (f *frame) execute(do *program.Do, out form, indices map[*program.Symbol]*index, elements, times float64) {
	b := &body{indices: indices, private: out.private, registers: newRegisters()}
	inner := out.nest[len(out.nest)-1]
	x := &arrayLoop{frame: f, form: out, body: b, elements: elements, blocks: map[string]bool{}}
	x.block(inner.Body, times)
	f.forget(do.Body...)
}

// arrayLoop charges the statements of a body.
type arrayLoop struct {
	*frame
	form
	body     *body
	elements float64
	blocks   map[string]bool
}

func (x *arrayLoop) operation(s program.Stmt, times float64) *operation {
	o := x.frame.operation(s.Span(), x.elements, times)
	o.body, o.blocks = x.body, x.blocks
	return o
}

func (x *arrayLoop) block(list []program.Stmt, times float64) {
	for _, s := range statements(list) {
		switch s := s.(type) {
		case *program.Assign:
			x.assign(s, times)
		case *program.If:
			x.branches(s, times)
		}
	}
}

func (x *arrayLoop) assign(s *program.Assign, times float64) {
	x.executed(s.At, times, x.elements)
	o := x.operation(s, times)
	if r, is := x.sums[s.LHS.Sym]; is && len(s.LHS.Subs) == 0 {
		x.reduce(o, s, r.Sym)
		return
	}
	if len(s.LHS.Subs) == 0 {
		o.expression(s.RHS)
		x.body.registers.versions[s.LHS.Sym]++
		return
	}
	section, problem := x.body.section(x.frame, s.LHS)
	if problem != "" {
		x.fail(s.At, problem)
		return
	}
	o.result = section
	o.expression(s.RHS)
	o.store(s.LHS, section, s.RHS)
	x.body.registers.stored(s.LHS)
}

// reduce charges s = s op e as the reduction of e: its operand, itself, and the
// overhead of a statement (SOR-SUMS of appendix G.1).
func (x *arrayLoop) reduce(o *operation, s *program.Assign, sum *program.Symbol) {
	typ := o.typeOf(sum.Type, sum.Bytes)
	name := "SUM"
	if b, is := s.RHS.(*program.Binary); is {
		if b.Op == program.Mul {
			name = "PRODUCT"
		}
		for _, e := range []program.Expr{b.X, b.Y} {
			if r, is := e.(*program.Ref); !is || r.Sym != sum {
				o.operand(e, typ)
			}
		}
	}
	o.use(typ, name)
	o.add(o.at, Overhead, arrayop.Term{Count: 1, Name: typ + "-OHS", Elements: o.elements}, o.times)
}

// branches charges an IF of the body as a mask on the statements in it.
func (x *arrayLoop) branches(s *program.If, times float64) {
	x.executed(s.At, times, x.elements)
	shares := x.branchShares(s)
	for i, b := range s.Branches {
		o := x.operation(s, times)
		o.add(o.at, Overhead, arrayop.Term{Count: 1, Name: "L-OHS", Elements: x.elements}, times)
		o.expression(b.Cond)
		m := x.mask(s.At, []Share{{shares[i], 1}}, x.elements, times)
		x.block(b.Body, times*m.computed)
	}
	if len(s.Else) > 0 {
		m := x.mask(s.At, []Share{{shares[len(s.Branches)], 1}}, x.elements, times)
		x.block(s.Else, times*m.computed)
	}
}
