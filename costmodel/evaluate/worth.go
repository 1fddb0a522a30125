package evaluate

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// worthAsking is the share of the time that an answer must be able to move, for its
// question to be asked: of the program that calls the unit, or of the unit where none does.
const worthAsking = 0.01

// mostQuestions is how many of them a program asks, those that can move it the most.
// What else is assumed is marked where it is shown.
const mostQuestions = 5

// farOff is how many times a size or a number of iterations may be what is assumed: a
// question about it counts what depends on it so often.
const farOff = 2

// bearing is what depends on some values of a unit: by symbol, the units of the graph
// whose time does.
type bearing struct {
	n     *numbers
	tags  map[string]map[int]bool // none but for the values that are asked about
	known map[symbolic.Expr][]string
	// charges are those of the result by their tag, in its order
	charges [][]int
}

func (n *numbers) bearing(of []string) *bearing {
	e := &bearing{n: n, tags: map[string]map[int]bool{}, known: map[symbolic.Expr][]string{}, charges: make([][]int, len(n.m.graph.Units))}
	for i, c := range n.result.Charges {
		e.charges[c.Tag] = append(e.charges[c.Tag], i)
	}
	for _, name := range of {
		e.tags[name] = map[int]bool{}
	}
	e.term(n.m.terms.Body, nil)
	for _, u := range n.m.graph.Units {
		if u.Called == nil {
			continue
		}
		for dummy, value := range u.Called.Values {
			if !u.Called.Called.Scatters(dummy) && !n.told(u, dummy) {
				e.add(u.Tag, namesOf(n.m.graph.Builder.A, value))
			}
		}
		for _, dummy := range u.Called.Called.Unknown {
			e.add(u.Tag, []string{u.Called.Procedure.Own(dummy)})
		}
	}
	return e
}

// term notes the delays of a term, inside loops and branches that depend on the names.
func (e *bearing) term(t process.Term, around []string) {
	switch t := t.(type) {
	case *process.Delay:
		e.delay(t, t.Tag, around)
	case process.Series:
		for _, part := range t {
			e.term(part, around)
		}
	case *process.Loop:
		e.term(t.Body, e.names(around, t.Lo, t.Hi, t.Step))
	case *process.If:
		for _, br := range t.Branches {
			around = e.names(around, br.Cond, br.Weight)
		}
		for _, br := range t.Branches {
			e.term(br.Body, around)
		}
	case *process.Exchange:
		around = e.names(around, t.Receives)
		for _, l := range append([]*process.Delay{t.Call, t.Message}, t.Cost...) {
			e.delay(l, t.Tag, around)
		}
	case *process.Sweep:
		around = e.names(around, t.Strips)
		e.delay(t.Message, t.Tag, around)
		e.term(t.Body, around)
	}
}

func (e *bearing) delay(l *process.Delay, tag int, around []string) {
	if l != nil {
		names := e.names(around, l.Amount)
		e.add(tag, names)
		e.add(l.Tag, names)
	}
}

// names returns the names around with those of the expressions.
func (e *bearing) names(around []string, es ...symbolic.Expr) []string {
	out := around[:len(around):len(around)]
	for _, x := range es {
		out = append(out, e.namesIn(x)...)
	}
	return out
}

// namesIn returns the names in an expression that are asked about.
func (e *bearing) namesIn(x symbolic.Expr) []string {
	names, found := e.known[x]
	if !found && x != 0 {
		for _, s := range e.n.m.terms.Arena.Free(x) {
			if e.tags[s.Name] != nil {
				names = append(names, s.Name)
			}
		}
		e.known[x] = names
	}
	return names
}

func namesOf(a *symbolic.Arena, x symbolic.Expr) []string {
	var out []string
	for _, s := range a.Free(x) {
		out = append(out, s.Name)
	}
	return out
}

func (e *bearing) add(tag int, names []string) {
	for _, name := range names {
		if of := e.tags[name]; of != nil {
			of[tag] = true
		}
	}
}

// of bounds, in seconds of a call, what answers about some names can change: all that
// depends on a share, and many times what depends on a size.
func (e *bearing) of(names []string) float64 {
	moved := map[int]bool{}
	for _, name := range names {
		maps.Copy(moved, e.tags[name])
	}
	var charges []int
	for tag := range moved {
		charges = append(charges, e.charges[tag]...)
	}
	slices.Sort(charges) // the sum has one order
	seconds := 0.0
	for _, i := range charges {
		seconds += e.n.result.Charges[i].Seconds
	}
	if strings.HasPrefix(names[0], "weight") {
		return seconds
	}
	return (farOff - 1) * seconds
}

// question is a value that a unit asks for.
type question struct {
	unit *program.Unit
	of   source.Diagnostic // without its bound
}

func questionOf(v *visit, d source.Diagnostic) (q question, asked report.AskedValue, ok bool) {
	asked, ok = d.Data.(report.AskedValue)
	if ok {
		d.Data = report.AskedValue{Name: asked.Name, Value: asked.Value}
	}
	return question{v.of.origin, d}, asked, ok
}

// worth returns the questions of an evaluated unit and of what it calls whose answers
// can change its time the most: none that changes less than worthAsking of it.
func (v *visit) worth(total float64) map[question]bool {
	weights, moves := map[*visit]float64{v: 1}, map[question]float64{}
	var order []question
	for _, x := range v.ordered() {
		for _, c := range x.calling {
			weights[c.to.visit] += weights[x] * c.count
		}
		for _, d := range x.problems {
			q, asked, ok := questionOf(x, d)
			if !ok {
				continue
			}
			by := math.Inf(1)
			if asked.Bounded && total > 0 {
				by = asked.Seconds * weights[x] / total
			}
			if _, met := moves[q]; !met {
				order = append(order, q)
			}
			moves[q] += by
		}
	}
	order = slices.DeleteFunc(order, func(q question) bool { return moves[q] <= worthAsking })
	slices.SortStableFunc(order, func(q, r question) int { return cmp.Compare(moves[r], moves[q]) })
	out := map[question]bool{}
	for _, q := range order[:min(len(order), mostQuestions)] {
		out[q] = true
	}
	return out
}

// withWorth returns what is wrong with a unit, with those of its questions that are worth
// asking in one of the programs that it belongs to.
func withWorth(of *visit, problems []source.Diagnostic, worth []map[question]bool) []source.Diagnostic {
	var out []source.Diagnostic
	for _, d := range problems {
		q, _, ok := questionOf(of, d)
		if ok && !slices.ContainsFunc(worth, func(w map[question]bool) bool { return w[q] }) {
			continue
		}
		if !slices.Contains(out, q.of) {
			out = append(out, q.of)
		}
	}
	return out
}
