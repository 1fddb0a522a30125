package place

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// call executes a method of the program with the processor handed on, or a
// function of the library.
func (m *worker) call(e *spar.Call, at Owner) {
	switch list := m.scope.targets(e); len(list) {
	case 0:
		m.library(e, at)
	case 1:
		m.callOf(list[0], e.Args, m.span(e), at)
	default:
		m.oneOf(list, e, at)
	}
}

// empty says of a method without a body that its calls take no time.
func (m *worker) empty(to *Method, at source.Span) {
	if to.member.Body == nil && !to.member.Has("native") {
		m.b.report(at.Shift(-m.b.start), source.Warning, "spar-abstract", "no class of the program has a body for "+to.Name+": its calls count as no time; Pamela = (cost e) says what they take")
	}
}

// callOf executes a method or a constructor with the numbers among its arguments.
func (m *worker) callOf(to *Method, args []spar.Expr, span source.Span, at Owner) {
	m.empty(to, span)
	c := &Call{Span: span, Name: to.Name, Model: to.Model, At: at}
	extents := m.b.extentsOf(to)
	for i, p := range to.member.Params {
		why := fmt.Sprintf("argument %s of %s is not known before the run", p.Name, to.Name)
		if classOfType(p.Type) == Integer {
			c.Args = append(c.Args, m.b.settled(m.argument(to, args[i], p.Name), "arg", why, args[i].At()))
		}
		if !to.sized[i] {
			continue
		}
		list := m.b.shapeOf(args[i], m.scope, p.Type.Dims[0].Rank)
		for d := range p.Type.Dims[0].Rank {
			if !extents[extentOf{i, d}].own() {
				continue
			}
			e := m.b.unknown(&spar.Name{Name: extentName(p, d)}, m.scope)
			if list != nil {
				e = list[d]
			}
			c.Args = append(c.Args, m.b.settled(e, "arg", fmt.Sprintf("how large %s is in a call of %s is not known before the run", p.Name, to.Name), args[i].At()))
		}
	}
	m.b.callees = append(m.b.callees, c)
	m.add(c)
}

// argument is a number that is handed to a method. What only the run knows is asked for by the
// name of the parameter where arrays are as large as that.
func (m *worker) argument(to *Method, x spar.Expr, parameter string) symbolic.Expr {
	e := m.b.expr(x, m.scope)
	if m.b.bare(e) && m.b.signed[to.number] {
		if v := m.b.makingScope(to.number).names[parameter]; v.asked {
			return m.b.symbol(UnknownMark + v.Model)
		}
	}
	return e
}
