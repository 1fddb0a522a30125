package spar

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
)

// loops reports the loops of all methods, outer ones first.
func (m *Model) loops(u *report.Unit, env map[string]float64, window report.Lines) {
	values := m.Definitions(env)
	key := envKey(values)
	why := m.whyOf(window)
	for _, x := range m.methods() {
		for _, l := range memo.GetFrom(m.memo, loopsKey{x.ID, key}, placedMethod{m, x, values}, loopsKey.find) {
			found := m.loop(u, l)
			if x := why[found.Line]; x != "" && l.kind != "parallel" {
				found.Why += "; " + x
			}
			u.Loops = append(u.Loops, found)
		}
	}
	sort.SliceStable(u.Loops, func(i, j int) bool { return u.Loops[i].Line < u.Loops[j].Line })
}

// loopsKey names the loops of a method for values of all names of the model.
type loopsKey struct{ method, values string }

// methodLoop is a loop in a method, wherever that stands.
type methodLoop struct {
	at         source.Span // to be read with place.Program.At
	iterations float64     // NaN: not known
	kind, why  string
	depth      int
}

// placedMethod is a method of a model, for values of its names.
type placedMethod struct {
	*Model
	method *place.Method
	values map[string]float64
}

func (loopsKey) find(m placedMethod) []methodLoop {
	a, values := m.method.Arena, m.values
	m.Program.Lock()
	defer m.Program.Unlock()
	var out []methodLoop
	var walk func(steps []place.Step, around []*place.Loop)
	walk = func(steps []place.Step, around []*place.Loop) {
		for _, s := range steps {
			switch s := s.(type) {
			case *place.Statement:
				walk(s.Steps, around)
			case *place.Branch:
				walk(s.Then, around)
				walk(s.Else, around)
			case *place.Loop:
				l := methodLoop{at: source.Span{Start: s.Span.Start, End: max(s.Span.Start, s.End-1)}, kind: "sequential", why: s.Why, depth: len(around)}
				if s.Parallel {
					l.kind = "parallel"
				}
				l.iterations = iterations(a, s, around, values)
				out = append(out, l)
				walk(s.Body, append(slices.Clip(around), s))
			}
		}
	}
	walk(m.method.Body, nil)
	return out
}

// iterations is how often the body of a loop is executed each time that it is
// entered: the mean over the loops around, where its bounds change with them; NaN
// where they depend on the method's parameters.
func iterations(a *symbolic.Arena, l *place.Loop, around []*place.Loop, values map[string]float64) float64 {
	lo, known := bound(a, l.LoStated, l.Lo, values)
	hi, alsoKnown := bound(a, l.HiStated, l.Hi, values)
	if known && alsoKnown {
		return max(0, hi-lo+1)
	}
	runs, entries := length(a, l), a.Int(1)
	for i := len(around) - 1; i >= 0; i-- {
		if around[i].Stated() {
			return math.NaN()
		}
		runs = a.Sum(around[i].Index, around[i].Lo, around[i].Hi, runs)
		entries = a.Sum(around[i].Index, around[i].Lo, around[i].Hi, entries)
	}
	mean, err := a.EvalSampled(a.Quo(runs, entries), values)
	if l.Stated() || err != nil {
		return math.NaN()
	}
	return mean.Value
}

func length(a *symbolic.Arena, l *place.Loop) symbolic.Expr {
	if l.Stated() {
		return a.Int(0)
	}
	return a.Max(a.Int(0), a.Add(a.Sub(l.Hi, l.Lo), a.Int(1)))
}

func (m *Model) loop(u *report.Unit, x methodLoop) *report.Loop {
	at := m.Program.At(x.at)
	l := &report.Loop{Line: m.text.LineOf(at.Start), EndLine: m.text.LineOf(at.End), Kind: x.kind, Why: x.why, Depth: x.depth, Iterations: x.iterations}
	first := sort.Search(len(u.Lines), func(i int) bool { return u.Lines[i].Line >= l.Line })
	for _, x := range u.Lines[first:] {
		if x.Line > l.EndLine {
			break
		}
		l.Time += x.Charge.Total()
	}
	return l
}

// bound evaluates a bound that depends on no loop around it.
func bound(a *symbolic.Arena, stated notation.Node, e symbolic.Expr, values map[string]float64) (float64, bool) {
	if stated != nil {
		x, ok := values[notation.Text(stated)]
		return x, ok
	}
	for _, s := range a.Free(e) {
		if _, ok := values[s.Name]; !ok {
			return 0, false
		}
	}
	x, err := a.Eval(e, values)
	return x, err == nil
}

// Definitions are the values of all names of the model that are numbers.
func (m *Model) Definitions(env map[string]float64) map[string]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]float64{}
	for k, v := range env {
		out[k] = v
	}
	for _, n := range m.Program.Numerics {
		if x, err := m.values.Number(n.Name, env); err == nil {
			out[n.Name] = x
		}
	}
	return out
}

// mappings says in words how the arrays are mapped.
func (m *Model) mappings(u *report.Unit) {
	for _, v := range m.Program.Variables {
		if m.root != nil && !m.root.Reads(v.Name) {
			continue
		}
		for name, l := range map[string]*place.Layout{v.Name: v.Layout, v.Name + "[]": v.Inner} {
			if l == nil {
				continue
			}
			text := "replicated on all processors"
			if g := l.Grid; g != nil && !l.Everywhere() {
				text = fmt.Sprintf("%s by %s", g.Name, l)
			}
			u.Mappings = append(u.Mappings, report.Mapping{Array: name, Text: text, Line: m.text.LineOf(v.Span.Start)})
		}
	}
	sort.SliceStable(u.Mappings, func(i, j int) bool { return u.Mappings[i].Array < u.Mappings[j].Array })
}
