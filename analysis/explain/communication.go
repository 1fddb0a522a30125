package explain

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
)

func (x *explainer) communications() {
	for _, u := range x.Graph.Units {
		if u.Comm == nil {
			continue
		}
		x.Pause()
		c := Communication{Line: x.line(u.Comm.At)}
		if x.place(&c, u); x.asksMessage(&c) {
			x.communication(&c, u)
			x.out.Communications = append(x.out.Communications, c)
		}
	}
	sort.SliceStable(x.out.Communications, func(i, j int) bool {
		return x.out.Communications[i].Line < x.out.Communications[j].Line
	})
}

// reused lists what earlier communications have brought.
func (x *explainer) reused() {
	for _, k := range x.Graph.Kept {
		r := Reused{x.line(k.Comm.At), x.line(k.By.At), k.Comm.Describe()}
		if x.asksLine(r.Line) || x.shown[r.Line] {
			x.out.Reused = append(x.out.Reused, r)
		}
	}
	sort.SliceStable(x.out.Reused, func(i, j int) bool { return x.out.Reused[i].Line < x.out.Reused[j].Line })
}

// communication explains one whose place is known.
func (x *explainer) communication(c *Communication, u *aag.AAU) {
	m, b := x.known(u.Comm), x.Graph.Builder
	c.Reason = m.InPart(c.Reason)
	c.Kind, c.Text, c.Level, c.Depth = m.Kind.String(), m.Describe(), m.Level, m.Depth
	c.Bytes, c.Bound = m.Bytes, m.Bound
	c.Elements, c.Messages = x.volume(m, m.Elements), x.volume(m, m.Messages)
	if m.Array != nil {
		c.Array = strings.ToUpper(m.Array.Name)
	}
	executions := b.Total(u.Repeat, b.A.Mul(orOne(b.A, u.Local), u.Weight))
	counted := x.executed(c, executions, m)
	if m.Stages != 0 {
		c.Stages, _ = x.n.On(m.Stages, 0)
	}
	c.Values = 1
	if m.Values != 0 {
		c.Values, _ = x.n.On(m.Values, 0)
	}
	x.received(c, u)
	if m.Kind == comm.Reduction {
		x.combining(c, m)
		return
	}
	if !counted || c.Executions > 0 {
		x.pairs(c, u)
	}
}

// executed counts how often a communication takes place, and reports whether
// that is known. What the program passes itself may concern some processors only.
func (x *explainer) executed(c *Communication, executions symbolic.Expr, m *comm.Communication) bool {
	on := x.all
	if m.Passed == nil {
		on = on[:1]
	}
	for i := range on {
		n, err := x.n.On(executions, i)
		if err != nil {
			return false
		}
		c.Executions = max(c.Executions, n)
	}
	return true
}

func (x *explainer) known(c *comm.Communication) *comm.Communication {
	if x.Known == nil {
		return c
	}
	return x.Known(c)
}

// volume writes what moves as a formula: without the pattern where it is not
// known.
func (x *explainer) volume(c *comm.Communication, e symbolic.Expr) string {
	switch a := x.Graph.Builder.A; {
	case c.Traced:
		return "counted, iteration by iteration"
	case c.Pattern != "":
		e = a.Subst(e, map[string]symbolic.Expr{c.Pattern: a.Int(0)})
	}
	return x.n.Text(e)
}

// place says before or after which statement the communication stands, and why
// not further out.
func (x *explainer) place(c *Communication, u *aag.AAU) {
	nest := x.nests[u.Comm.At]
	c.Reason = u.Comm.Pinned
	c.After = u.Comm.Kind == comm.WriteBack || u.Comm.Kind == comm.Reduction
	if u.Comm.Level < len(nest) {
		c.PlaceLine, c.Hoisted = x.line(nest[u.Comm.Level].Span()), true
		if c.Reason == "" {
			c.Reason = "no dependence holds it inside"
		}
		return
	}
	c.PlaceLine = c.Line
	if s := x.whole[u.Comm.At]; s != nil && !c.After {
		c.PlaceLine = x.line(s.Span())
	}
	if c.Reason == "" && len(nest) > 0 && u.Comm.Level == len(nest) {
		c.Reason = "it is needed anew in every iteration"
	}
}

// received evaluates the closed forms on every processor, for all executions.
func (x *explainer) received(c *Communication, u *aag.AAU) {
	b := x.Graph.Builder
	messages := b.Total(u.Repeat, b.A.Mul(u.Comm.Messages, u.Weight))
	elements := b.Total(u.Repeat, b.A.Mul(u.Comm.Elements, u.Weight))
	for i, p := range x.all {
		var v Volume
		var err error
		if v.Messages, err = x.n.On(messages, i); err != nil {
			return
		}
		if v.Elements, err = x.n.On(elements, i); err != nil {
			return
		}
		v.Bytes = v.Elements * float64(u.Comm.Bytes)
		c.Total = Volume{c.Total.Messages + v.Messages, c.Total.Elements + v.Elements, c.Total.Bytes + v.Bytes}
		at := slices.IndexFunc(c.Received, func(r Received) bool { return r.Volume == v })
		if at < 0 {
			c.Received = append(c.Received, Received{Class{0, p}, v})
			at = len(c.Received) - 1
		}
		c.Received[at].Processors++
	}
}

// combining tells over which dimensions of the arrangement partial results are
// combined.
func (x *explainer) combining(c *Communication, m *comm.Communication) {
	for g, r := range m.From {
		if r.First == r.Last || g >= len(x.Grid) {
			c.Combining = append(c.Combining, 1)
			continue
		}
		c.Combining = append(c.Combining, x.Grid[g])
	}
}

// pairs lists who sends what to whom in the first execution in which anything
// is sent.
func (x *explainer) pairs(c *Communication, u *aag.AAU) {
	if n := len(x.all); n > mostPaired {
		c.Unlisted = fmt.Sprintf("the pairs of %d processors are not listed", n)
		return
	}
	pairs, fixed, err := x.some(u)
	if err != nil {
		c.Unlisted = err.Error()
		return
	}
	for _, l := range u.Repeat {
		c.At = append(c.At, Value{Name: l.Name, Value: fmt.Sprint(int64(fixed[l.Name])), Source: "iteration"})
	}
	c.Number = len(pairs)
	for _, p := range pairs {
		c.add(pairOf(p))
	}
	x.varying(c, u, fixed)
}

// varying lists what is sent in the first iterations of a loop in which scalars that
// the sections name have other values.
func (x *explainer) varying(c *Communication, u *aag.AAU, fixed map[string]float64) {
	of, at, lo := x.evolution(u)
	if of == nil {
		return
	}
	for row := range min(len(of.Rows), mostVarying) {
		then := maps.Clone(fixed)
		then[at.Name] = lo + float64(of.First[row])
		during(then, of, row)
		pairs, err := x.n.Pairs(u.Comm, then)
		if err != nil {
			return
		}
		v := Varying{}
		for _, l := range u.Repeat {
			v.At = append(v.At, Value{Name: l.Name, Value: fmt.Sprint(int64(then[l.Name])), Source: "iteration"})
		}
		for _, p := range pairs[:min(len(pairs), mostListed)] {
			for _, s := range p.Sections {
				v.Sections = append(v.Sections, fmt.Sprintf("%s(%s)", strings.ToUpper(c.Array), s))
			}
		}
		c.Varying = append(c.Varying, v)
	}
}

// mostVarying is how many iterations are listed in which values differ.
const mostVarying = 4

// evolution returns the loop around a communication in which scalars change from one
// iteration to the next, with its first iteration, and how they do; nil without one.
func (x *explainer) evolution(u *aag.AAU) (*values.Evolution, *comm.Loop, float64) {
	for _, c := range x.Evolutions {
		for _, l := range u.Repeat {
			if l.Do != nil && l.Do.Span() == c.At {
				return c, l, x.first(u.Repeat)[l.Name]
			}
		}
	}
	return nil, nil, 0
}

// during gives the scalars that change their values in an iteration.
func during(fixed map[string]float64, c *values.Evolution, row int) {
	for i, name := range c.Names {
		fixed[name] = c.Rows[row][i]
	}
}

// tries is the number of iterations in which pairs are looked for.
const tries = 64

// some returns the pairs of the first iteration of the loops around that has
// any.
func (x *explainer) some(u *aag.AAU) ([]inspector.Pair, map[string]float64, error) {
	fixed := x.first(u.Repeat)
	if of, _, _ := x.evolution(u); of != nil {
		during(fixed, of, 0)
	}
	pairs, err := x.n.Pairs(u.Comm, fixed)
	if err != nil || len(pairs) > 0 || len(u.Repeat) == 0 {
		return pairs, fixed, err
	}
	inner := u.Repeat[len(u.Repeat)-1].Name
	later := map[string]float64{}
	for name, v := range fixed {
		later[name] = v
	}
	for range tries {
		later[inner]++
		if found, err := x.n.Pairs(u.Comm, later); err == nil && len(found) > 0 {
			return found, later, nil
		}
	}
	return pairs, fixed, nil
}

func pairOf(p inspector.Pair) Pair {
	out := Pair{From: p.From, To: p.To, Elements: p.Elements}
	for _, s := range p.Sections {
		out.Sections = append(out.Sections, s.String())
	}
	return out
}

// add lists a pair, or counts it with those that are alike.
func (c *Communication) add(p Pair) {
	if c.Number <= mostListed {
		c.Pairs = append(c.Pairs, p)
		return
	}
	offset := make([]int, len(p.To))
	for g := range offset {
		offset[g] = p.From[g] - p.To[g]
	}
	at := slices.IndexFunc(c.Groups, func(g Group) bool { return slices.Equal(g.Offset, offset) && g.Elements == p.Elements })
	if at < 0 {
		c.Groups = append(c.Groups, Group{Offset: offset, Elements: p.Elements, Example: p})
		at = len(c.Groups) - 1
	}
	c.Groups[at].Pairs++
}
