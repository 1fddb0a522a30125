package elements

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// preparation executes what expressions need before the elements of their
// statement: reductions, each processor its own part, and intrinsics with
// array results, into temporaries.
type preparation struct {
	*interpreter
	at     int
	target *program.Ref // the left side that the expressions conform with; nil: none
	done   []program.Expr
}

// ahead prepares expressions. Inside parallel constructs it does nothing, so
// that whoever evaluates them does the whole. The returned function forgets
// the results.
func (it *interpreter) ahead(at int, target *program.Ref, es ...program.Expr) (forget func()) {
	p := &preparation{interpreter: it, at: at, target: target}
	if len(it.homes) == 0 {
		p.operands(target, es...)
	}
	return p.forget
}

// assignAhead prepares an assignment. An intrinsic that only moves elements,
// or MATMUL, needs no temporary when it is the whole right side.
func (it *interpreter) assignAhead(s *program.Assign) (forget func()) {
	c, ok := s.RHS.(*program.Call)
	if !ok || len(c.Args) == 0 || !placed[c.Name] && !shifts(c) || it.isUserFunction(c) {
		return it.ahead(s.Span().Start, s.LHS, s.RHS)
	}
	p := &preparation{interpreter: it, at: s.Span().Start, target: s.LHS}
	if len(it.homes) == 0 {
		p.arguments(c)
	}
	return p.forget
}

func (p *preparation) forget() {
	for _, e := range p.done {
		delete(p.temps, e)
		if c, ok := e.(*program.Call); ok {
			delete(p.reduced, c)
			delete(p.packing, c)
		}
	}
}

// operands prepares expressions whose elements are taken position by position.
func (p *preparation) operands(target *program.Ref, es ...program.Expr) {
	for _, e := range es {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				p.subscripts(x)
				return false
			case *program.Call:
				return !p.call(x, target)
			}
			return true
		})
	}
}

func (p *preparation) subscripts(r *program.Ref) {
	for _, s := range r.Subs {
		p.operands(nil, slices.DeleteFunc([]program.Expr{s.Lo, s.Hi, s.Stride}, func(e program.Expr) bool { return e == nil })...)
	}
}

// call prepares a call and reports whether that settles it.
func (p *preparation) call(c *program.Call, target *program.Ref) bool {
	info := program.Intrinsics[c.Name]
	switch {
	case p.isUserFunction(c) || len(c.Args) == 0:
		return false
	case info.Shape == program.Inquiry:
		return true
	case locates(c), info.Shape == program.Reduction && c.ReducedDim() != nil:
		p.fold(c)
		return true
	case info.Shape == program.Reduction:
		p.reduction(c)
		return true
	case info.Shape == program.Transformational:
		p.arguments(c)
		p.materialize(c, p.at, p.resultAxes(c, target))
		p.done = append(p.done, c)
		return true
	}
	return false
}

// reduction executes a reduction to a scalar: over mapped sections in parts,
// otherwise everybody does the whole.
func (p *preparation) reduction(c *program.Call) {
	p.operands(nil, arguments(c)...)
	p.reduced[c] = p.reduceInParts(c, p.firstMapped(1, arguments(c)...), p.at)
	p.done = append(p.done, c)
}

// fold executes a reduction with DIM, MAXLOC or MINLOC.
func (p *preparation) fold(c *program.Call) {
	p.operands(nil, arguments(c)...)
	home := p.firstMapped(max(1, program.RankOf(c.Args[0].Value)), arguments(c)...)
	switch {
	case home != nil:
		t := p.foldInParts(c, home, p.at)
		if len(t.bounds) == 0 {
			p.reduced[c] = t.data[0]
		} else {
			p.temps[c] = t
		}
	case len(p.quiet(nil).shape(c)) == 0:
		return
	default:
		p.materialize(c, p.at, p.replicated())
	}
	p.done = append(p.done, c)
}

// arguments prepares the arguments of an intrinsic that does not take them
// position by position: what is no array of the program becomes a temporary.
func (p *preparation) arguments(c *program.Call) {
	for _, e := range arguments(c) {
		_, named := e.(*program.Ref)
		_, constructor := e.(*program.Opaque)
		p.operands(nil, e)
		if !named && !constructor && p.temps[e] == nil && len(p.quiet(nil).shape(e)) > 0 {
			p.materialize(e, p.at, p.axesOf(e))
			p.done = append(p.done, e)
		}
	}
	if c.Name == "pack" || c.Name == "unpack" {
		p.countMask(c)
	}
}

// countMask counts the mask of PACK or UNPACK, as COUNT does: the owners of
// the first mapped array do it and combine the counts.
func (p *preparation) countMask(c *program.Call) {
	mask := p.quiet(nil).argument(c, "mask", 1)
	n := p.masks[c]
	if n == nil {
		n = program.NewCall(c.Span(), "count", nil, program.Arg{Value: mask})
		p.masks[c] = n
	}
	if shape := p.quiet(nil).shape(mask); len(shape) > 0 {
		other := map[string]string{"pack": "array", "unpack": "field"}[c.Name]
		p.quiet(nil).common(shape, p.quiet(nil).shape(p.quiet(nil).argument(c, other, map[string]int{"pack": 0, "unpack": 2}[c.Name])))
		if home := p.firstMapped(program.RankOf(mask), append(arguments(c), mask)...); home != nil {
			p.reduceInParts(n, home, p.at)
		} else {
			p.control(n, p.at, p.counted(nil), n)
		}
	}
	p.packing[c] = true
	p.done = append(p.done, c)
}

// isUserFunction reports whether a function of the program hides an intrinsic.
func (it *interpreter) isUserFunction(c *program.Call) bool {
	return c.Sym != nil && c.Sym.Class == program.Procedure
}
