package pamela

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// maxPrinted bounds the text of one equation, in bytes.
const maxPrinted = 1 << 20

// Evaluated prints the model after substitution: process and numeric equations
// in which only parameters are left.
func (m *Model) Evaluated() string {
	var b strings.Builder
	done := map[*Equation]bool{}
	for _, r := range m.Results {
		done[r.Equation] = true
	}
	for _, e := range m.Tree.Equations {
		if e.isArray() && m.eval.scope[e.Name] == e {
			b.WriteString(head(e) + "\n")
		}
	}
	for _, r := range m.Results {
		e := r.Equation
		named := *e
		named.Params = r.Params
		b.WriteString(head(&named))
		if e.Parameter && e.Body != nil {
			b.WriteString(" = " + Source(e.Body))
		}
		if !e.Parameter {
			b.WriteString(" =\n    " + m.EvaluatedRight(r))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// EvaluatedRight is the right-hand side of an equation after substitution.
func (m *Model) EvaluatedRight(r Result) string {
	p := &termPrinter{m: m, names: map[string]string{}}
	p.value(r.value)
	return p.out.String()
}

// termPrinter prints process terms. Loop indices get their names back, made
// different from everything around them.
type termPrinter struct {
	m     *Model
	out   strings.Builder
	names map[string]string // symbol of an open loop to printed name
	full  bool
}

func (p *termPrinter) put(ss ...string) {
	for _, s := range ss {
		if !p.full {
			p.out.WriteString(s)
		}
	}
	if p.out.Len() > maxPrinted && !p.full {
		p.full = true
		p.out.WriteString(" ...")
	}
}

func (p *termPrinter) value(v value) {
	switch v.sort {
	case aNumber:
		p.put(p.expr(v.number))
	case aVector:
		p.put(p.m.vectorText(v.vector))
	case aProcess:
		p.term(v.process)
	case aResource:
		p.resource(v)
	}
}

func (p *termPrinter) resource(r value) {
	if c := r.choice; c != nil {
		p.put("(if (", p.expr(c.cond), ") ")
		p.resource(c.then)
		p.put(" else ")
		p.resource(c.els)
		p.put(")")
		return
	}
	number := p.expr(r.number)
	if r.servers != 0 {
		number += ", " + p.expr(r.servers)
	}
	p.put(p.m.resourceText(r.array, number))
}

// expr prints an expression with the printed names of the open loops.
func (p *termPrinter) expr(e symbolic.Expr) string {
	a := p.m.arena
	with := map[string]symbolic.Expr{}
	for symbol, name := range p.names {
		with[symbol] = a.Sym(name, symbolic.Index)
	}
	return a.PAMELA(a.Subst(p.m.eval.divisors.back(e), with))
}

func (p *termPrinter) term(t calculus.Term) {
	if p.full {
		return
	}
	switch t := t.(type) {
	case nil:
		p.put("{}")
	case *calculus.Delay:
		p.delay(t)
	case *calculus.Serial:
		p.joined(t.Terms, " ; ")
	case *calculus.Parallel:
		p.joined(t.Terms, " || ")
	case *calculus.SerialOver:
		p.loop("seq", t.Index, t.Lo, t.Hi, t.Body)
	case *calculus.ParallelOver:
		p.loop("par", t.Index, t.Lo, t.Hi, t.Body)
	case *calculus.If:
		p.branch(t)
	}
}

func (p *termPrinter) delay(l *calculus.Delay) {
	amount := p.expr(l.Amount)
	if l.Resource == 0 {
		p.put("delay(", amount, ")")
		return
	}
	p.put("use(")
	p.resource(value{array: l.Array, number: l.Resource, servers: l.Servers})
	p.put(", ", amount, ")")
}

func (p *termPrinter) joined(ts []calculus.Term, sep string) {
	if len(ts) == 0 {
		p.put("{}")
		return
	}
	p.put("{ ")
	for i, t := range ts {
		if i > 0 {
			p.put(sep)
		}
		p.term(t)
	}
	p.put(" }")
}

func (p *termPrinter) loop(word, index string, lo, hi symbolic.Expr, body calculus.Term) {
	first, last := p.expr(lo), p.expr(hi)
	name := p.freshName(index)
	old, shadowed := p.names[index]
	p.names[index] = name
	p.put(word, " (", name, " = ", first, ", ", last, ") { ")
	p.term(body)
	p.put(" }")
	if delete(p.names, index); shadowed {
		p.names[index] = old
	}
}

// freshName is the index as it was written, with a number where something else
// has that name.
func (p *termPrinter) freshName(index string) string {
	base, _, _ := strings.Cut(index, "\x01")
	name := base
	for n := 2; p.taken(name); n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	return name
}

func (p *termPrinter) taken(name string) bool {
	if p.m.eval.scope[name] != nil {
		return true
	}
	for _, used := range p.names {
		if used == name {
			return true
		}
	}
	return false
}

func (p *termPrinter) branch(t *calculus.If) {
	cond := t.Weight
	if t.Cond != 0 {
		cond = t.Cond
	}
	p.put("if (", p.expr(cond), ") { ")
	p.term(t.Then)
	p.put(" } else { ")
	p.term(t.Else)
	p.put(" }")
}
