package pamela

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Text prints an output as an equation of the language, in the form of
// paper 004: "numeric T_main = ...". It can be read back.
func (m *Model) Text(o Output) string {
	if _, known := m.arena.Const(o.Expr); o.Equation.Parameter && !known {
		if o.Equation.Body == nil {
			return head(o.Equation)
		}
		return head(o.Equation) + " = " + Source(o.Equation.Body)
	}
	parts, o := m.shortened(o)
	text := ""
	for _, p := range parts {
		text += fmt.Sprintf("numeric %s =\n    %s\n", p.Name, m.arena.PAMELA(p.Expr))
	}
	text += fmt.Sprintf("numeric %s%s =\n    %s", o.Name(), paramList(o.Params), m.Right(o))
	if e := o.Estimate; e.Sampled {
		text += fmt.Sprintf("   %% estimated from samples: %s to %s", numberText(e.Lo), numberText(e.Hi))
	}
	return text
}

// Right is the right-hand side of an output.
func (m *Model) Right(o Output) string {
	switch {
	case o.Runs != nil:
		return m.RunsText(o.Runs)
	case o.IsVector():
		return m.vectorText(o.Vector)
	}
	return m.arena.PAMELA(m.eval.divisors.back(o.Expr))
}

// listed is the largest vector, in resources, that is written out.
const listed = 64

// vectorText is a vector as a sum of loads.
func (m *Model) vectorText(v calculus.Vector) string {
	if len(v) == 0 {
		return m.noWork()
	}
	if s, ok := m.constantVector(v); ok {
		return s
	}
	parts := make([]string, len(v))
	for i, l := range m.back(v) {
		parts[i] = m.loadText(l)
	}
	s := parts[0]
	for _, p := range parts[1:] {
		s = "(" + s + " + " + p + ")"
	}
	return s
}

// constantVector writes a vector without symbols as a list.
func (m *Model) constantVector(v calculus.Vector) (string, bool) {
	for _, l := range v {
		_, at := m.arena.ConstInt(l.At)
		_, amount := m.arena.Const(l.Amount)
		if len(l.Over) > 0 || !at || !amount {
			return "", false
		}
	}
	runs, err := m.eval.calculus.Entries(v, nil)
	if err != nil {
		return "", false
	}
	return m.RunsText(runs), true
}

// noWork is a vector of zeros.
func (m *Model) noWork() string {
	if len(m.eval.arrays) > 1 {
		return "(0 * " + m.positionText(0, "0") + ")"
	}
	return "[ 0 ]"
}

// RunsText prints the work by resource: as a list when it is short and there is
// one array of resources only, else as a sum of ranges of equal resources.
func (m *Model) RunsText(runs []calculus.Run) string {
	n := int64(0)
	for _, r := range runs {
		n = r.First + r.Count
	}
	if n <= listed && len(m.eval.arrays) < 2 {
		items := make([]string, 0, n)
		for _, r := range runs {
			for range r.Count {
				items = append(items, numberText(r.Load))
			}
		}
		return "[ " + strings.Join(items, ", ") + " ]"
	}
	out := ""
	for _, r := range runs {
		if r.Load == 0 {
			continue
		}
		one := m.runText(r)
		if out != "" {
			one = "(" + out + " + " + one + ")"
		}
		out = one
	}
	if out == "" {
		return m.noWork()
	}
	return out
}

func (m *Model) runText(r calculus.Run) string {
	load := numberText(r.Load)
	if r.Count == 1 {
		return fmt.Sprintf("(%s * %s)", load, m.positionText(r.Array, fmt.Sprint(r.First)))
	}
	v := m.rangeName(calculus.Load{}, 0)
	return fmt.Sprintf("sum (%s = %d, %d) { (%s * %s) }", v, r.First, r.First+r.Count-1, load, m.positionText(r.Array, v))
}

// loadText is a load, its ranges named v, w, ...
func (m *Model) loadText(l calculus.Load) string {
	a := m.arena
	with := map[string]symbolic.Expr{}
	before, after := "", ""
	for i, r := range l.Over {
		name := m.rangeName(l, i)
		before += fmt.Sprintf("sum (%s = %s, %s) { ", name, a.PAMELA(a.Subst(r.Lo, with)), a.PAMELA(a.Subst(r.Hi, with)))
		after += " }"
		with[r.Index] = a.Sym(name, symbolic.Index)
	}
	amount := a.PAMELA(a.Subst(l.Amount, with))
	at := m.positionText(l.Array, a.PAMELA(a.Subst(l.At, with)))
	if i, ok := a.ConstInt(l.At); ok && i >= 0 && i < listed && len(m.eval.arrays) < 2 {
		at = "[ " + strings.Repeat("0, ", int(i)) + "1 ]"
	}
	return before + "(" + amount + " * " + at + ")" + after
}

// rangeName names the ith range of a load, unlike any symbol of the model.
func (m *Model) rangeName(l calculus.Load, i int) string {
	taken := map[string]bool{}
	for _, e := range append([]symbolic.Expr{l.At, l.Amount}, bounds(l)...) {
		if e == 0 {
			continue
		}
		for _, s := range m.arena.Free(e) {
			taken[s.Name] = true
		}
	}
	name := string("vwxyz"[i%5])
	for taken[name] || m.eval.scope[name] != nil {
		name += "_"
	}
	return name
}

func bounds(l calculus.Load) []symbolic.Expr {
	var es []symbolic.Expr
	for _, r := range l.Over {
		es = append(es, r.Lo, r.Hi)
	}
	return es
}

// Plain is the right-hand side as plain text, factored, for a reader.
func (m *Model) Plain(o Output) string {
	if o.IsVector() {
		return m.Right(o)
	}
	return m.arena.String(m.eval.divisors.back(o.Expr))
}
