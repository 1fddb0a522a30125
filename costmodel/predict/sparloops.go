package predict

import (
	"fmt"
	"sort"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// loops reports the loops of all methods, outer ones first.
func (m *Spar) loops(u *Unit, env map[string]float64) {
	values := m.Definitions(env)
	var walk func(steps []place.Step, depth int)
	walk = func(steps []place.Step, depth int) {
		for _, s := range steps {
			switch s := s.(type) {
			case *place.Statement:
				walk(s.Steps, depth)
			case *place.Branch:
				walk(s.Then, depth)
				walk(s.Else, depth)
			case *place.Loop:
				u.Loops = append(u.Loops, m.loop(u, s, values, depth))
				walk(s.Body, depth+1)
			}
		}
	}
	for _, x := range m.Program.Methods {
		walk(x.Body, 0)
	}
	sort.SliceStable(u.Loops, func(i, j int) bool { return u.Loops[i].Line < u.Loops[j].Line })
}

func (m *Spar) loop(u *Unit, s *place.Loop, values map[string]float64, depth int) *Loop {
	l := &Loop{Line: m.text.LineOf(s.Span.Start), EndLine: m.text.LineOf(max(s.Span.Start, s.End-1)), Kind: "sequential", Why: s.Why, Depth: depth}
	if s.Parallel {
		l.Kind = "parallel"
	}
	lo, known := m.bound(s.LoText, s.Lo, values)
	hi, alsoKnown := m.bound(s.HiText, s.Hi, values)
	if known && alsoKnown {
		l.Iterations = max(0, hi-lo+1)
	}
	for _, x := range u.Lines {
		if l.Line <= x.Line && x.Line <= l.EndLine {
			l.Time += x.Charge.Total()
		}
	}
	return l
}

// bound evaluates a bound that depends on no loop around it.
func (m *Spar) bound(text string, e symbolic.Expr, values map[string]float64) (float64, bool) {
	if text != "" {
		x, ok := values[text]
		return x, ok
	}
	for _, s := range m.Program.Arena.Free(e) {
		if _, ok := values[s.Name]; !ok {
			return 0, false
		}
	}
	x, err := m.Program.Arena.Eval(e, values)
	return x, err == nil
}

// Definitions are the values of all names of the model that are numbers.
func (m *Spar) Definitions(env map[string]float64) map[string]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]float64{}
	for k, v := range env {
		out[k] = v
	}
	for _, n := range m.Program.Numerics {
		if x, err := m.Compiled.Number(n.Name, env); err == nil {
			out[n.Name] = x
		}
	}
	return out
}

// mappings says in words how the arrays are mapped.
func (m *Spar) mappings(u *Unit) {
	for _, v := range m.Program.Variables {
		if v.Layout == nil {
			continue
		}
		text := "replicated on all processors"
		if g := v.Layout.Grid; g != nil && !v.Layout.Everywhere() {
			text = fmt.Sprintf("%s by %s", g.Name, v.Layout)
		}
		u.Mappings = append(u.Mappings, Mapping{Array: v.Name, Text: text, Line: m.text.LineOf(v.Span.Start)})
	}
	sort.SliceStable(u.Mappings, func(i, j int) bool { return u.Mappings[i].Array < u.Mappings[j].Array })
}
