package evaluate

import (
	"sync"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

func (n *numbers) lineFormula(tags []int) report.Formula {
	wanted := map[int]bool{}
	for _, t := range tags {
		wanted[t] = true
	}
	return n.formula(func(l *process.Leaf) bool { return wanted[l.Tag] })
}

func (n *numbers) unitFormula() report.Formula {
	return n.formula(func(*process.Leaf) bool { return true })
}

// formula writes the time of the leaves that are wanted.
func (n *numbers) formula(wanted func(*process.Leaf) bool) report.Formula {
	return sync.OnceValue(func() string {
		a, total := n.expression(wanted)
		if c, ok := a.Const(total); ok && c == 0 {
			return ""
		}
		return a.String(total)
	})
}

// expression is the time of the leaves that are wanted, in an arena of its own.
// It reads as it does near the present sizes: of a maximum or a choice (the
// last block, the segment of a message) it shows the case that holds.
func (n *numbers) expression(wanted func(*process.Leaf) bool) (*symbolic.Arena, symbolic.Expr) {
	f := &formulaBuilder{n: n, a: symbolic.NewArena(), wanted: wanted}
	return f.a, f.a.Resolve(f.term(n.m.terms.Body), n.env)
}

// formulaBuilder sums amounts over the loops around them, with the machine's
// numbers and the reference processor's coordinates put in.
type formulaBuilder struct {
	n      *numbers
	a      *symbolic.Arena
	wanted func(*process.Leaf) bool
}

func (f *formulaBuilder) term(t process.Term) symbolic.Expr {
	switch t := t.(type) {
	case *process.Leaf:
		if f.wanted(t) {
			return f.numeric(t.Amount)
		}
	case process.Series:
		sum := f.a.Int(0)
		for _, part := range t {
			sum = f.a.Add(sum, f.term(part))
		}
		return sum
	case *process.Loop:
		return f.loop(t)
	case *process.If:
		return f.choice(t)
	case *process.Exchange:
		return f.exchange(t)
	case *process.Sweep:
		return f.a.Add(f.term(t.Message), f.term(t.Body))
	}
	return f.a.Int(0)
}

// exchange is what an exchange takes without waits; a processor is taken to send
// as much as it receives, and what has arrived when it asks is still counted.
func (f *formulaBuilder) exchange(x *process.Exchange) symbolic.Expr {
	sum := f.a.Int(0)
	for _, c := range append([]*process.Leaf{x.Call, x.Message}, x.Cost...) {
		if c != nil {
			sum = f.a.Add(sum, f.term(c))
		}
	}
	return sum
}

func (f *formulaBuilder) loop(l *process.Loop) symbolic.Expr {
	body := f.term(l.Body)
	if c, ok := f.a.Const(body); ok && c == 0 {
		return body
	}
	return f.a.Sum(l.Index, f.numeric(l.Lo), f.numeric(l.Hi), body)
}

func (f *formulaBuilder) choice(c *process.If) symbolic.Expr {
	sum, left := f.a.Int(0), f.a.Int(1)
	for _, br := range c.Branches {
		w := f.a.Int(1)
		for _, part := range []symbolic.Expr{br.Cond, br.Weight} {
			if part != 0 {
				w = f.a.Mul(w, f.numeric(part))
			}
		}
		sum = f.a.Add(sum, f.a.Mul(left, w, f.term(br.Body)))
		left = f.a.Mul(left, f.a.Sub(f.a.Int(1), w))
	}
	return sum
}

// numeric puts in the machine's numbers and the reference processor.
func (f *formulaBuilder) numeric(e symbolic.Expr) symbolic.Expr {
	e = f.a.Import(f.n.m.terms.Arena, e)
	with := map[string]symbolic.Expr{}
	for _, s := range f.a.Free(e) {
		if v, ok := f.n.m.machine.Number(s.Name); ok {
			with[s.Name] = f.a.Real(v.Value)
		}
	}
	for _, u := range patterned(f.n.m.graph) {
		with[u.Comm.Pattern] = f.a.Int(int64(f.n.env[u.Comm.Pattern]))
	}
	for d, c := range f.n.result.Reference {
		with[f.n.m.unit.Grid.Coordinate(d)] = f.a.Int(int64(c))
	}
	return f.a.Subst(e, with)
}
