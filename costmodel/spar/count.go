package spar

import (
	"math"
	"slices"
	"sync"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/parallel"
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
	at := map[int]int{}
	for i, s := range p.Sites {
		at[s.Span.Start] = i
	}
	c := p.Model.Compile(pamela.Options{Machine: p.CountingMachine(), Trace: true, Only: modelling.Main})
	return &counter{model: c, sites: at, series: sync.OnceValue(func() *sparSeries { return splitParts(c, at) })}
}

// countsKey names the counts of a piece.
type countsKey struct{ key, env string }

// counts are how often each site is executed, by what it does.
func (p *sparPiece) counts(v *valuation) siteCounts {
	own := v.of(p.preparedPiece)
	return memo.GetFrom(p.memo, countsKey{p.key, own.key}, valued{p, own}, countsKey.counts)
}

func (countsKey) counts(p valued) siteCounts {
	c := p.counter()
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tally(len(p.Sites), p.own.env, maxTallied); !needsFormulas(t.err) {
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
		if needsFormulas(found.err) {
			return c.tally(len(p.Sites), p.own.env, maxPatient)
		}
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
func (m *Model) count(u *report.Unit, v *valuation, window report.Lines) error {
	lines, shown := map[int]*report.Line{}, m.shown(window)
	for _, l := range u.Lines {
		lines[l.Line] = l
		l.Executions = math.NaN()
	}
	methods := map[string]*methodCounts{}
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
				n := x.by[i]
				if i > 0 && x.sites[i-1].Cause == modelling.Kept {
					n[modelling.Accesses] += x.by[i-1][modelling.Accesses]
				}
				addSite(l, s, n)
			}
		}
	}
	stations := m.stations(v.all)
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
	parallel.Each(len(out), 0, func(i int) {
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
