package spar

import (
	"maps"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
)

// sparSeries is a model in what it executes one after the other: the parts, the
// places of the weights of each, and its key but for the values of parameters.
type sparSeries struct {
	parts  []pamela.Part
	places [][]int
	keys   []partKey
}

// splitParts splits a model whose calls stand for numbered places.
func splitParts(c *pamela.Model, at map[int]int) *sparSeries {
	w, a := &numbering{at: at}, c.Arena()
	out := &sparSeries{parts: c.Parts(modelling.Main, w.of)}
	out.places = w.places
	for i, p := range out.parts {
		k := partKey{}
		if p.T != 0 {
			k = partKey{T: a.Hash(p.T), phi: a.Hash(p.Phi), work: hashOf(a, p.Work) + c.Key(), n: len(w.places[i])}
		}
		out.keys = append(out.keys, k)
	}
	return out
}

// busyPartKey names the work of a part, place by place.
type busyPartKey struct{ partKey }

// partOf is a part of a model, for values of its parameters.
type partOf struct {
	model *pamela.Model
	pamela.Part
	env map[string]float64
}

// busy is the work of one part by weight: with that one alone.
func (k busyPartKey) busy(p partOf) [][]calculus.Run {
	n := k.n
	only := make([]calculus.Vector, n)
	for _, l := range p.Work {
		for _, s := range p.model.Arena().Free(l.Amount) {
			if k, ok := weightNumber(s.Name); ok {
				only[k] = append(only[k], l)
			}
		}
	}
	env := maps.Clone(p.env)
	for k := range n {
		env[weightName(k)] = 0
	}
	out := make([][]calculus.Run, n)
	for k := range n {
		env[weightName(k)] = 1
		if runs, _, err := p.model.WorkIn(only[k], env); err == nil {
			out[k] = runs
		}
		env[weightName(k)] = 0
	}
	return out
}

// partNumbers are the numbers of one part of a piece.
type partNumbers struct {
	T, phi  float64
	between report.Between // of T, as of a piece
	work    []calculus.Run
	slopes  []float64 // of T by the weights of the part
	err     error
}

// partKey names the numbers of a part: equal parts of several methods or
// versions of a program have equal hashes.
type partKey struct {
	T, phi symbolic.Hash
	work   string
	env    string
	n      int
}

// numbers evaluates one part with its weights.
func (k partKey) numbers(p partOf) partNumbers {
	c, n, env := p.model, k.n, p.env
	a := c.Arena()
	T, phi := c.SimplifyExpr(p.T), c.SimplifyExpr(p.Phi)
	es := []symbolic.Expr{T, phi}
	for i := range n {
		d, ok := a.Derivative(T, weightName(i))
		if !ok {
			es = es[:2]
			break
		}
		es = append(es, d)
	}
	values, err := evaluateIn(a, es, env)
	if err != nil {
		return partNumbers{err: err}
	}
	out := partNumbers{T: values[0].Value, phi: values[1].Value}
	for _, x := range values[2:] {
		out.slopes = append(out.slopes, x.Value)
	}
	if len(es) == 2 && n > 0 {
		if out.slopes, out.err = differences(a, T, n, env); out.err != nil {
			return out
		}
	}
	with := make(map[string]float64, len(env)+n)
	for k, x := range env {
		with[k] = x
	}
	for i := range n {
		with[weightName(i)] = 1
	}
	sampled := false
	out.work, sampled, out.err = c.WorkIn(p.Work, with)
	if sampled || values[0].Sampled || values[1].Sampled {
		out.between = report.Between{Low: values[0].Lo, High: values[0].Hi}
	}
	return out
}
