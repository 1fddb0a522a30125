package predict

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// counting is the model of a program on the machine that counts.
func (m *Spar) counting() *pamela.Model {
	if m.counter == nil {
		text := m.Model.CountingMachine()
		m.counter = pamela.Compile(modelFile, m.Model.Text, pamela.Options{Include: func(string) (string, error) { return text, nil }, Trace: true})
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
	sites := map[int]int{}
	for i, s := range m.Model.Sites {
		sites[s.Span.Start] = i
	}
	c := m.counting()
	work, ok := c.WeightedWork(modelling.Main, func(call source.Span) string {
		if i, ok := sites[call.Start]; ok {
			return weightName(i)
		}
		return ""
	})
	if !ok {
		return fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	counts, err := m.perSite(c, work, env)
	if err != nil {
		return err
	}
	for i, s := range m.Model.Sites {
		if l := lines[m.text.LineOf(s.Source.Start)]; l != nil && s.Cause != modelling.CallSite {
			l.counted(s, counts[i])
		}
	}
	return nil
}

// perSite evaluates the work of each site by resource.
func (m *Spar) perSite(c *pamela.Model, work calculus.Vector, env map[string]float64) ([][5]float64, error) {
	a := c.Arena()
	out := make([][5]float64, len(m.Model.Sites))
	var es []symbolic.Expr
	var where [][2]int
	for _, l := range work {
		resource, ok := a.ConstInt(l.At)
		if !ok || resource < 0 || resource > 4 {
			return nil, fmt.Errorf("a count without a resource")
		}
		amount := l.Amount
		for i := len(l.Over) - 1; i >= 0; i-- {
			r := l.Over[i]
			amount = a.Sum(r.Index, r.Lo, r.Hi, amount)
		}
		amount = c.Back(amount)
		for _, s := range a.Free(amount) {
			n, ok := weightNumber(s.Name)
			if !ok {
				continue
			}
			with := map[string]symbolic.Expr{}
			for _, t := range a.Free(amount) {
				if isWeight(t.Name) {
					with[t.Name] = a.Int(0)
				}
			}
			with[s.Name] = a.Int(1)
			es, where = append(es, a.Simplify(a.Subst(amount, with))), append(where, [2]int{n, int(resource)})
		}
	}
	values := make([]float64, len(es))
	if err := m.evaluateIn(a, es, env, 1, values); err != nil {
		return nil, err
	}
	for i, w := range where {
		out[w[0]][w[1]] += values[i]
	}
	return out, nil
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
