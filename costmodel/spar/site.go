package spar

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
)

// partCountsKey names those of a part of one, as partKey does its numbers.
type partCountsKey struct {
	hash string
	env  string
	n    int
}

type siteCounts struct {
	by  [][5]float64
	err error
}

// hashOf is a hash of a vector.
func hashOf(a *symbolic.Arena, work calculus.Vector) string {
	var b strings.Builder
	for _, l := range work {
		fmt.Fprint(&b, l.Array, " ", a.Hash(l.At), a.Hash(l.Amount))
		for _, r := range l.Over {
			fmt.Fprint(&b, r.Index, a.Hash(r.Lo), a.Hash(r.Hi))
		}
	}
	return b.String()
}

// counts evaluates the work of each of n sites by resource.
func (k partCountsKey) counts(p partOf) siteCounts {
	c, n, env := p.model, k.n, p.env
	a := c.Arena()
	out := make([][5]float64, n)
	var es []symbolic.Expr
	var where [][2]int
	for _, l := range p.Work {
		resource, ok := a.ConstInt(l.At)
		if !ok || resource < 0 || resource > 4 {
			return siteCounts{err: fmt.Errorf("a count without a resource")}
		}
		amount := l.Amount
		for i := len(l.Over) - 1; i >= 0; i-- {
			r := l.Over[i]
			amount = a.Sum(r.Index, r.Lo, r.Hi, amount)
		}
		amount = c.Back(amount)
		without := map[string]symbolic.Expr{}
		for _, s := range a.Free(amount) {
			if isWeight(s.Name) {
				without[s.Name] = a.Int(0)
			}
		}
		for _, name := range slices.Collect(maps.Keys(without)) {
			none := without[name]
			k, _ := weightNumber(name)
			delete(without, name) // it stays, and makes the count a real number, which does not overflow
			es, where = append(es, a.Simplify(a.Subst(amount, without))), append(where, [2]int{k, int(resource)})
			without[name] = none
		}
	}
	values, err := evaluateIn(a, es, env)
	if err != nil {
		return siteCounts{err: err}
	}
	for i, w := range where {
		out[w[0]][w[1]] += values[i].Value
	}
	return siteCounts{by: out}
}

// addSite adds what one site of a line does.
func addSite(l *report.Line, s modelling.Site, n [5]float64) {
	switch s.Cause {
	case modelling.Computation:
		l.Executions = max(l.Executions, n[modelling.Operations]+n[modelling.Accesses])
		if n[modelling.Operations] > 0 {
			report.AddOperation(l, s.What, n[modelling.Operations])
		}
	case modelling.Communication:
		words := s.Words
		if words == 0 {
			words = 1
		}
		elements, stay := n[modelling.Elements]/words, n[modelling.Accesses]/words
		if elements == 0 && stay == 0 {
			return // it never happens
		}
		c := report.Communication{Kind: s.What, Array: s.Array, TotalMessages: n[modelling.Messages], TotalBytes: float64(s.Bytes) * elements, Elements: elements}
		c.Reason = subject(s) + ": " + moved(c.TotalMessages, elements, stay)
		l.Comms = append(l.Comms, c)
	}
}

// moved says what becomes of elements that are moved.
func moved(messages, elements, stay float64) string {
	left := report.Plural(stay, "element") + " stay where they are"
	if stay == 1 {
		left = "1 element stays where it is"
	}
	sent := fmt.Sprintf("%s of %s between processors", report.Plural(messages, "message"), report.Plural(elements, "element"))
	switch {
	case stay == 0:
		return sent
	case messages == 0:
		return "no message; " + left
	}
	return sent + "; " + left
}

func subject(s modelling.Site) string {
	if s.Array == "" {
		return s.What + " of a result"
	}
	return s.What + " of " + s.Array
}
