package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// operations are those of a node at a processor, operands first.
func (m *worker) operations(n *node, at Owner) {
	if n.told {
		return
	}
	m.eachKid(n, func(_ int, k *node) { m.operand(k, at) })
	m.operation(n.x, at)
	m.sentHome(n, at)
}

// operand are the operations of an operand where it is read. An element that was brought there is
// read by its subscripts once more (paper 004, section 2.4), and what those need is there by then.
func (m *worker) operand(k *node, at Owner) {
	switch {
	case at.Readable(k.chosen):
		m.operations(k, at)
	case k.element != nil:
		m.again++
		m.operation(k.x, at)
		m.again--
	}
}

// operation is what an expression does itself, its operands aside.
func (m *worker) operation(x spar.Expr, at Owner) {
	switch e := x.(type) {
	case *spar.Marked:
		m.operation(e.X, at)
	case *spar.Index, *spar.Select:
		m.subscriptsOf(e, at)
	case *spar.Unary:
		m.add(&Op{Span: m.span(e), Name: unaryNames[e.Op], Class: m.b.componentClass(e.X, m.scope), At: at, Parts: m.b.width(e.X, m.scope)})
	case *spar.Binary:
		parts := m.b.width(e, m.scope)
		if parts > 1 {
			parts -= m.b.zeros(e, m.scope)
		}
		if parts > 0 {
			m.add(&Op{Span: m.spanIn(e), Name: binaryName(e.Op), Class: m.operandClass(e), At: at, Parts: parts})
		}
	case *spar.Cast:
		m.add(&Op{Span: m.span(e), Name: "cast", Class: classOfType(e.Type), At: at})
	case *spar.InstanceOf:
		m.add(&Op{Span: m.span(e), Name: "instanceof", Class: Reference, At: at})
	case *spar.Call:
		m.call(e, at)
	case *spar.New:
		for _, a := range e.Args {
			m.compute(a)
		}
		m.add(&Op{Span: m.span(e), Name: "new", Class: Reference, At: at, Size: m.b.arena.Int(1)})
		if e.Body != nil {
			m.b.report(e.At(), source.Warning, "spar-anonymous", "what the methods of this anonymous class do is not modelled: calls of them take what those of "+e.Type.Base+" take; those of a class with a name have costs")
		}
		m.undeclared(e.Type.Base, e.At())
		if to := m.b.constructor(e); to != nil {
			m.callOf(to, e.Args, m.span(e), at)
		}
	case *spar.NewArray:
		m.allocate(e, at)
	}
}

// spanIn is the place of an expression that may have been made up for an
// assignment with an operator.
func (m *worker) spanIn(e *spar.Binary) source.Span {
	if e.At().Empty() {
		return m.span(e.Y)
	}
	return m.span(e)
}

func (m *worker) operandClass(e *spar.Binary) Class {
	l, r := m.b.componentClass(e.X, m.scope), m.b.componentClass(e.Y, m.scope)
	if l == Reference || r == Reference {
		return max(Integer, min(l, r))
	}
	return max(l, r)
}

var unaryNames = map[string]string{"-": "negate", "+": "uplus", "!": "not", "~": "complement", "++": "plus", "--": "minus"}

var binaryNames = map[string]string{
	"+": "plus", "-": "minus", "*": "times", "/": "divide", "%": "mod",
	"==": "equal", "!=": "notequal", "<": "less", "<=": "lessequal", ">": "greater", ">=": "greaterequal",
	"&&": "and", "||": "or", "&": "bitand", "|": "bitor", "^": "bitxor", "<<": "shiftleft", ">>": "shiftright", ">>>": "shiftright",
}

func binaryName(op string) string {
	if n := binaryNames[op]; n != "" {
		return n
	}
	return "call"
}
