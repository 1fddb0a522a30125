package spar

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
)

// counter is a piece on the machine that counts, one weight per site.
type counter struct {
	mu     sync.Mutex
	model  *pamela.Model
	sites  map[int]int
	series func() *sparSeries
}

type counterKey struct{ key string }

func (p *sparPiece) counter() *counter {
	return memo.GetFrom(p.memo, counterKey{p.key}, p.preparedPiece, counterKey.compile)
}

func (counterKey) compile(p *preparedPiece) *counter {
	text, at := p.CountingMachine(), map[int]int{}
	for i, s := range p.Sites {
		at[s.Span.Start] = i
	}
	c := pamela.Compile(modelFile, p.Text, pamela.Options{Include: func(string) (string, error) { return text, nil }, Trace: true, Only: modelling.Main})
	return &counter{model: c, sites: at, series: sync.OnceValue(func() *sparSeries { return splitParts(c, at) })}
}

// countsKey names the counts of a piece.
type countsKey struct{ key, env string }

// partCountsKey names those of a part of one, as partKey does its numbers.
type partCountsKey struct {
	hash string
	env  string
	n    int
}

// counts are how often each site is executed, by what it does.
func (p *sparPiece) counts(v *valuation) siteCounts {
	own := v.of(p.preparedPiece)
	return memo.GetFrom(p.memo, countsKey{p.key, own.key}, valued{p, own}, countsKey.counts)
}

func (countsKey) counts(p valued) siteCounts {
	c := p.counter()
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tally(len(p.Sites), p.own.env); t.err == nil || !errors.Is(t.err, calculus.ErrTooManySteps) {
		return t
	}
	out := siteCounts{by: make([][5]float64, len(p.Sites))}
	for i, part := range c.series().parts {
		if part.T == 0 {
			continue
		}
		places := c.series().places[i]
		k := partCountsKey{c.series().keys[i].work, p.own.key, len(places)}
		found := memo.GetFrom(p.memo, k, partOf{c.model, part, p.own.env}, partCountsKey.counts)
		if found.err != nil {
			return found
		}
		for k, x := range found.by {
			for r := range x {
				out.by[places[k]][r] += x[r]
			}
		}
	}
	return out
}

// Counts are the numbers of operations, local accesses, messages, elements in
// messages and tests of one run, by the resources of the counting machine.
func (m *Model) Counts(env map[string]float64) ([5]float64, error) {
	var out [5]float64
	v := newValuation(env)
	for _, p := range m.pieces {
		n := p.counts(v)
		if n.err != nil {
			return out, n.err
		}
		for _, x := range n.by {
			for r := range x {
				out[r] += x[r]
			}
		}
	}
	return out, nil
}

// reaching are the methods of the file that reach into some lines.
func (m *Model) reaching(window report.Lines) []*place.Method {
	return slices.DeleteFunc(m.methods(), func(x *place.Method) bool {
		first, last := m.rows(x)
		return first > window.Last || last < window.First
	})
}

// rows are the first and the last line of a method of the file.
func (m *Model) rows(x *place.Method) (first, last int) {
	return m.text.LineOf(x.Span.Start), m.text.LineOf(max(x.Span.Start, x.Span.End-1))
}

// shown are the methods that reach into some lines, by their names in the model.
func (m *Model) shown(window report.Lines) map[string]bool {
	out := map[string]bool{}
	for _, x := range m.reaching(window) {
		out[x.Model] = true
	}
	return out
}

// count fills in how often the places of each line are executed, what they do,
// and how busy they keep the processors; in the methods that reach into the
// window. It is not known of other lines.
func (m *Model) count(u *report.Unit, env map[string]float64, window report.Lines) error {
	lines, shown := map[int]*report.Line{}, m.shown(window)
	for _, l := range u.Lines {
		lines[l.Line] = l
		l.Executions = math.NaN()
	}
	v, methods := newValuation(env), map[string]*methodCounts{}
	var order []*methodCounts
	busy := map[int]loadsOf{}
	for _, p := range m.counted(v, shown) {
		n := p.counts(v)
		if n.err != nil {
			return n.err
		}
		for _, part := range p.Parts {
			x := methods[part.Method]
			if x == nil && shown[part.Method] {
				x = &methodCounts{}
				methods[part.Method], order = x, append(order, x)
			}
			if x != nil {
				x.add(p, part, n.by)
			}
		}
		for k, runs := range p.busy(v) {
			if busy[p.lines[k]] == nil {
				busy[p.lines[k]] = loadsOf{}
			}
			busy[p.lines[k]].add(runs)
		}
	}
	for _, x := range order {
		for i, s := range x.sites {
			if l := lines[x.lines[i]]; l != nil {
				if math.IsNaN(l.Executions) {
					l.Executions = 0
				}
				addSite(l, s, x.by[i])
			}
		}
	}
	stations := m.stations(env)
	for line, loads := range busy {
		if l := lines[line]; l != nil {
			at, most, _ := busiest(stations, loads.runs())
			l.Busy, l.BusyProcessor = most, m.coordinates(at, u.Grid)
		}
	}
	return nil
}

// counted are the pieces that hold one of the methods, with their counts worked
// out.
func (m *Model) counted(v *valuation, shown map[string]bool) []*sparPiece {
	var out []*sparPiece
	for _, p := range m.pieces {
		if slices.ContainsFunc(p.Parts, func(x modelling.Stretch) bool { return shown[x.Method] }) {
			v.of(p.preparedPiece) // so that the pieces only read
			out = append(out, p)
		}
	}
	inParallel(len(out), func(i int) {
		out[i].counts(v)
		out[i].busy(v)
	})
	return out
}

// methodCounts are those of a method in all pieces that it stands in. Its sites
// stand in the same order in each; only calls are missing in some.
type methodCounts struct {
	sites []modelling.Site
	lines []int
	by    [][5]float64
}

func (c *methodCounts) add(p *sparPiece, part modelling.Stretch, by [][5]float64) {
	k := 0
	for i := part.First; i < part.Last; i++ {
		if p.at[i] < 0 {
			continue
		}
		if k == len(c.sites) {
			c.sites, c.lines, c.by = append(c.sites, p.Sites[i]), append(c.lines, p.lines[p.at[i]]), append(c.by, [5]float64{})
		}
		for r, x := range by[i] {
			c.by[k][r] += x
		}
		k++
	}
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
