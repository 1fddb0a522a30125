package spar

import (
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
)

// station is where the machine's model has the processors of an array: those of
// the program are Count resources of its Array from First on.
type station struct {
	Array        int
	First, Count int64
}

// stations finds the resources that stand for processors, by what one operation
// on the first of each array occupies. An array whose operations occupy nothing
// has none.
func (m *Model) stations(env map[string]float64) []station {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []station
	for _, g := range m.Program.Grids {
		count := int64(1)
		for _, p := range g.Params() {
			count *= max(1, int64(env[p]))
		}
		for _, o := range m.values.Process(modelling.Probe(g)) {
			if o.Model != "delta" {
				continue
			}
			runs, err := m.values.Entries(o, env)
			if err != nil {
				continue
			}
			for _, r := range runs {
				if r.Load > 0 {
					out = joined(out, station{r.Array, r.First, count})
					break
				}
			}
		}
	}
	return out
}

// joined adds processors, unless they are the same resources as others: a
// machine may know one type where the program has two.
func joined(list []station, s station) []station {
	for i, x := range list {
		if x.Array == s.Array && x.First == s.First {
			list[i].Count = max(x.Count, s.Count)
			return list
		}
	}
	return append(list, s)
}

// fits tells whether all work lies on the processors that there are.
func (m *Model) fits(env map[string]float64) bool {
	if !m.blocksFit(env) {
		return false
	}
	if !m.Program.Loose {
		return true
	}
	n, err := m.Numbers(env)
	if err != nil {
		return true
	}
	end := map[int]int64{} // of the processors in each array
	for _, x := range m.stations(env) {
		end[x.Array] = max(end[x.Array], x.First+x.Count)
	}
	for _, r := range n.Delta {
		if last, ok := end[r.Array]; ok && r.Load > 0 && r.First+r.Count > last {
			return false
		}
	}
	return true
}

// blocksFit tells whether the blocks of all arrays lie on the processors.
func (m *Model) blocksFit(env map[string]float64) bool {
	if len(m.Program.LastBlocks) == 0 {
		return true
	}
	values := m.Definitions(env)
	m.Program.Lock()
	defer m.Program.Unlock()
	for _, b := range m.Program.LastBlocks {
		last, err := m.Program.Arena.Eval(b.Coord, values)
		extent, also := m.Program.Arena.Eval(b.Extent, values)
		if err == nil && also == nil && last >= extent {
			return false
		}
	}
	return true
}

// busiest is the processor with the most work: its number, counted over all
// arrays, and its work; and the work of all processors together.
func busiest(stations []station, runs []calculus.Run) (at int, most, sum float64) {
	most = -1
	first := 0
	for _, s := range stations {
		for _, r := range runs {
			lo, hi := max(r.First, s.First), min(r.First+r.Count, s.First+s.Count)
			if r.Array != s.Array || lo >= hi {
				continue
			}
			sum += r.Load * float64(hi-lo)
			if r.Load > most {
				most, at = r.Load, first+int(lo-s.First)
			}
		}
		first += int(s.Count)
	}
	return at, max(0, most), sum
}

// loadsAt names the resources of runs that are processors: a run is split where
// they begin or end.
func loadsAt(stations []station, runs []calculus.Run) []report.Load {
	var out []report.Load
	for _, r := range runs {
		for at, end := r.First, r.First+r.Count; at < end; {
			l := report.Load{First: at, Count: end - at, Seconds: r.Load, Array: r.Array}
			first := int64(0)
			for _, s := range stations {
				switch {
				case s.Array != r.Array:
				case s.First <= at && at < s.First+s.Count:
					l.Processors, l.Processor, l.Count = true, first+at-s.First, min(l.Count, s.First+s.Count-at)
				case at < s.First:
					l.Count = min(l.Count, s.First-at)
				}
				first += s.Count
			}
			out, at = append(out, l), at+l.Count
		}
	}
	return out
}
