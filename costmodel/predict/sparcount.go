package predict

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// counting is the model of a program on the machine that counts.
func (m *Spar) counting() *pamela.Model {
	if m.counter == nil {
		text := m.Model.CountingMachine()
		m.counter = pamela.Compile(modelFile, m.Model.Text, pamela.Options{Include: func(string) (string, error) { return text, nil }, Trace: true, Only: modelling.Main})
	}
	return m.counter
}

// Counts are the numbers of operations, local accesses, messages, elements in
// messages and tests of one run, by the resources of the counting machine.
func (m *Spar) Counts(env map[string]float64) ([5]float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out [5]float64
	c := m.counting()
	for _, o := range c.Process(modelling.Main) {
		if o.Model != "delta" {
			continue
		}
		runs, err := c.Entries(c.Simplify(o), env)
		if err != nil {
			return out, err
		}
		for _, r := range runs {
			for i := r.First; i < r.First+r.Count && i < 5; i++ {
				out[i] = r.Load
			}
		}
		return out, nil
	}
	return out, fmt.Errorf("the model has no value for %s", modelling.Main)
}

// count fills in how often the places of each line are executed, and what they
// do.
func (m *Spar) count(u *Unit, env map[string]float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	lines := map[int]*Line{}
	for _, l := range u.Lines {
		lines[l.Line] = l
	}
	w := &numbering[int]{at: map[int]int{}}
	for i, s := range m.Model.Sites {
		w.at[s.Span.Start] = i
	}
	c, key := m.counting(), envKey(env)
	counts := make([][5]float64, len(m.Model.Sites))
	for i, p := range c.Parts(modelling.Main, w.of) {
		if p.T == 0 {
			continue
		}
		n := len(w.places[i])
		found := workspace.Get(m.memo, countsKey{hashOf(c.Arena(), p.Work), key, n}, func() siteCounts { return countsOf(c, p.Work, n, env) })
		if found.err != nil {
			return found.err
		}
		for k, x := range found.by {
			for r := range x {
				counts[w.places[i][k]][r] += x[r]
			}
		}
	}
	for i, s := range m.Model.Sites {
		if l := lines[m.text.LineOf(s.Source.Start)]; l != nil && s.Cause != modelling.CallSite {
			l.counted(s, counts[i])
		}
	}
	return nil
}

// countsKey names the counts of a part, as slopesKey does its slopes.
type countsKey struct {
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
		fmt.Fprint(&b, a.Hash(l.At), a.Hash(l.Amount))
		for _, r := range l.Over {
			fmt.Fprint(&b, r.Index, a.Hash(r.Lo), a.Hash(r.Hi))
		}
	}
	return b.String()
}

// countsOf evaluates the work of each of n sites by resource.
func countsOf(c *pamela.Model, work calculus.Vector, n int, env map[string]float64) siteCounts {
	a := c.Arena()
	out := make([][5]float64, n)
	var es []symbolic.Expr
	var where [][2]int
	for _, l := range work {
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
		for name := range without {
			k, _ := weightNumber(name)
			without[name] = a.Int(1)
			es, where = append(es, a.Simplify(a.Subst(amount, without))), append(where, [2]int{k, int(resource)})
			without[name] = a.Int(0)
		}
	}
	values := make([]float64, len(es))
	if err := evaluateIn(a, es, env, values); err != nil {
		return siteCounts{err: err}
	}
	for i, w := range where {
		out[w[0]][w[1]] += values[i]
	}
	return siteCounts{by: out}
}

// bytesPerElement is the size of what a move carries: Spar's arrays are of
// doubles for the most part.
const bytesPerElement = 8

// counted adds what one site of a line does.
func (l *Line) counted(s modelling.Site, n [5]float64) {
	switch s.Cause {
	case modelling.Computation:
		l.Executions = max(l.Executions, n[modelling.Operations]+n[modelling.Accesses])
		if n[modelling.Operations] > 0 {
			l.operation(s.What, n[modelling.Operations])
		}
	case modelling.Communication:
		c := Communication{Kind: s.What, Array: s.Array, TotalMessages: n[modelling.Messages], TotalBytes: bytesPerElement * n[modelling.Elements], Elements: n[modelling.Elements]}
		c.Reason = fmt.Sprintf("%s: %s of %s between processors", subject(s), plural(c.TotalMessages, "message"), plural(n[modelling.Elements], "element"))
		if n[modelling.Accesses] > 0 {
			c.Reason += fmt.Sprintf("; %s stay where they are", plural(n[modelling.Accesses], "element"))
		}
		l.Comms = append(l.Comms, c)
	}
}

func subject(s modelling.Site) string {
	if s.Array == "" {
		return s.What + " of a result"
	}
	return s.What + " of " + s.Array
}

func (l *Line) operation(name string, n float64) {
	for i, o := range l.Operations {
		if o.Name == name {
			l.Operations[i].Count += n
			return
		}
	}
	l.Operations = append(l.Operations, Operation{Name: name, Count: n})
}
