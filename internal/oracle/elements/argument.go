package elements

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// argument is an actual argument on its way to its dummy.
type argument struct {
	dummy   *program.Symbol
	intent  string
	ref     *program.Ref // that the dummy stands for; nil: a value
	shape   []int64
	offsets []int  // of the elements, where they are not the whole array
	element bool   // one array element for a scalar
	axes    []axis // mapping of the actual, as an array with lower bounds 1, later those of the dummy
	storage *variable
}

// arguments evaluates the actual arguments in the caller.
func (it *interpreter) arguments(s *program.CallStmt, callee *Input) (list []*argument, forget func()) {
	p := &preparation{interpreter: it, at: s.Span().Start}
	for i, a := range s.Args {
		dummy := callee.Unit.Dummies[i]
		if a.Keyword != "" {
			dummy = callee.Unit.Lookup(a.Keyword)
		}
		if dummy == nil || !dummy.Dummy {
			it.fail("CALL %s has no dummy %s", s.Name, a.Keyword)
		}
		x := &argument{dummy: dummy, intent: callee.Intents[dummy.Name]}
		if dummy.Rank() == 0 {
			it.scalarArgument(s, x, a.Value)
		} else {
			p.arrayArgument(x, a.Value)
		}
		list = append(list, x)
	}
	return list, p.forget
}

// scalarArgument passes a variable by reference and an expression by value,
// which everybody evaluates. An array element is both: its value comes back.
func (it *interpreter) scalarArgument(s *program.CallStmt, x *argument, e program.Expr) {
	r, isRef := e.(*program.Ref)
	if t, bytes := program.TypeOf(e); t != x.dummy.Type || bytes != x.dummy.Bytes {
		it.fail("an argument of another type than dummy %s", x.dummy.Name)
	}
	if isRef && r.Sym.Rank() == 0 && r.Sym.Class != program.Parameter {
		x.storage = it.variable(r.Sym)
		return
	}
	forget := it.ahead(s.Span().Start, nil, e)
	v := it.control(e, s.Span().Start, it.counted(nil), e)
	forget()
	x.storage = &variable{symbol: x.dummy, data: []Value{v}, axes: it.replicated()}
	if isRef && r.Sym.Rank() > 0 {
		x.ref, x.element = r, stored(it.in.Procedures[s.Name].Unit.Body, it.reads)[x.dummy]
		x.offsets = []int{it.quiet(nil).element(r)}
	}
}

// arrayArgument finds the elements and the mapping of an array or section; an
// expression is computed first.
func (p *preparation) arrayArgument(x *argument, e program.Expr) {
	quiet := p.quiet(nil)
	x.shape = quiet.shape(e)
	if len(x.shape) != x.dummy.Rank() {
		p.fail("an argument of rank %d for dummy %s of rank %d", len(x.shape), x.dummy.Name, x.dummy.Rank())
	}
	if t, bytes := program.TypeOf(e); t != x.dummy.Type || bytes != x.dummy.Bytes {
		p.fail("an argument of another type than dummy %s", x.dummy.Name)
	}
	p.operands(nil, e)
	if r, ok := e.(*program.Ref); ok {
		x.ref = r
	} else {
		if p.temps[e] == nil {
			p.materialize(e, p.at, p.axesOf(e))
			p.done = append(p.done, e)
		}
		x.ref, x.intent = p.temps[e].ref, "in"
	}
	x.axes = p.sectionAxes(x.ref, ones(len(x.shape)))
	x.storage = &variable{symbol: x.dummy, data: p.variable(x.ref.Sym).data}
	if len(x.ref.Subs) > 0 {
		p.gather(x)
	}
}

// gather copies the elements of a section.
func (p *preparation) gather(x *argument) {
	x.storage.data = nil
	data := p.variable(x.ref.Sym).data
	positions(x.shape, func(position []int64) {
		offset := p.quiet(position).element(x.ref)
		x.offsets = append(x.offsets, offset)
		x.storage.data = append(x.storage.data, data[offset])
	})
}

// bindDummies gives the dummies of the running procedure their values: scalars first,
// since shapes and mappings may name them. An array without a mapping of its
// own has that of the actual.
func (it *interpreter) bindDummies(arguments []*argument) {
	for _, x := range arguments {
		if x.dummy.Rank() == 0 {
			it.vars[x.dummy] = x.storage
		}
	}
	it.prepareNames()
	for _, x := range arguments {
		if x.dummy.Rank() == 0 && x.dummy.Type == program.Integer {
			it.env[x.dummy.Name] = x.storage.data[0].number()
		}
	}
	for _, x := range arguments {
		if x.dummy.Rank() > 0 {
			it.bindArray(x)
		}
	}
	it.prepareReductions()
}

// bindArray gives an array dummy its bounds and its mapping. Where it declares
// no upper bound it has the extent of the actual.
func (it *interpreter) bindArray(x *argument) {
	for d, declared := range x.dummy.Dims {
		b := bound{it.integer(declared.Lower), x.shape[d]}
		if declared.Upper != nil {
			b = it.bound(x.dummy, declared)
		}
		if b.extent != x.shape[d] {
			it.fail("dummy %s has extent %d where the argument has %d", x.dummy.Name, b.extent, x.shape[d])
		}
		x.storage.bounds = append(x.storage.bounds, b)
		it.env[fmt.Sprintf("%s_extent%d", x.dummy.Name, d+1)] = float64(b.extent)
	}
	for g := range x.axes {
		if a := &x.axes[g]; a.kind == mapping.Aligned {
			a.offset += a.scale * (1 - x.storage.bounds[a.dim].lower)
		}
	}
	x.storage.axes = x.axes
	if layout, ok := it.in.Layouts[x.dummy]; ok && layout.Grid != nil || it.follower(x.dummy) != nil {
		x.storage.axes = it.axes(x.storage)
	}
	it.vars[x.dummy] = x.storage
}
