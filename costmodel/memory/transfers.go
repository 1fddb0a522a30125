package memory

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Transfer is what crosses one boundary of the hierarchy for one execution of the
// element: lines that a cache does not hold, from the next cache or from memory.
type Transfer struct {
	From    string          // "L2", "memory"
	Seconds []symbolic.Expr // by stream of the nest
}

// Passage is a nest that is executed between two uses of what a stream touches.
type Passage struct {
	Nest  *Nest
	Inner int  // its loops that run meanwhile
	Half  bool // half of it on the average: one nest goes through an array as the other did
}

// Return is one way in which a stream's lines come back to it.
type Return struct {
	Passages []Passage     // what is executed meanwhile
	Bytes    symbolic.Expr // that are touched meanwhile, where the passages are not known; else 0
	Share    symbolic.Expr // of the lines
}

// Covered is the share of the lines that a stream of n touches in so many inner loops,
// which a passage touches too.
func (m Model) Covered(p Passage, n Nest, s Stream, inner int) symbolic.Expr {
	a := m.A
	fixed := level{line: a.Real(m.number("line_bytes"))}
	fixed.lineBytes = m.number("line_bytes")
	own := counter{a: a, nest: n, level: fixed}.volume([]Stream{unstored(s)}, inner)
	touched := a.Real(0)
	by := counter{a: a, nest: *p.Nest, level: fixed}
	for _, x := range p.Nest.Streams {
		if x.Array == s.Array {
			touched = a.Max(touched, by.volume([]Stream{unstored(x)}, p.Inner))
		}
	}
	return a.Min(a.Int(1), a.Quo(touched, own))
}

// Likely is the share where sizes are not known: all of the lines where a passage goes
// through the array in as many loops, else none.
func (m Model) Likely(p Passage, s Stream, inner int) float64 {
	if (counter{nest: *p.Nest}).moving(s.Array, p.Inner) >= moving(s, inner) {
		return 1
	}
	return 0
}

// unstored is a stream as if nothing but it touched its lines.
func unstored(s Stream) Stream {
	s.Again = false
	return s
}

// moving is the number of the inner loops in which streams of an array go on.
func (c counter) moving(array string, inner int) int {
	most := 0
	for _, x := range c.nest.Streams {
		if x.Array == array {
			most = max(most, moving(x, inner))
		}
	}
	return most
}

// astray reports whether nobody knows how far one of the inner loops takes a stream.
func astray(s Stream, inner int) bool {
	return slices.ContainsFunc(s.Steps[:inner], func(x Step) bool { return !x.Idle && x.Bytes == 0 })
}

func moving(s Stream, inner int) int {
	n := 0
	for _, step := range s.Steps[:inner] {
		if !step.Idle {
			n++
		}
	}
	return n
}

// Transfers returns what each boundary of the hierarchy takes, the first cache's
// first: the layer conditions of each level in turn (Stengel, Treibig, Hager,
// Wellein 2015, section 2).
func (m Model) Transfers(n Nest) []Transfer {
	var out []Transfer
	for k := range m.caches() {
		t := Transfer{From: m.below(k)}
		for _, s := range n.Streams {
			t.Seconds = append(t.Seconds, m.transfer(n, k, s))
		}
		if k == m.caches()-1 && m.has("revisited_line_s") {
			m.revisited(n, t.Seconds)
		}
		out = append(out, t)
	}
	if m.has("page_bytes", "tlb_entries", "tlb_miss_s") {
		t := Transfer{From: Translation}
		for _, s := range n.Streams {
			t.Seconds = append(t.Seconds, m.page(n, s))
		}
		out = append(out, t)
	}
	return out
}

// transfer is what a stream takes at the boundary behind cache k.
func (m Model) transfer(n Nest, k int, s Stream) symbolic.Expr {
	s.Scattered = s.Scattered || m.leaps(s)
	return m.A.Mul(m.counter(n, k).misses(s), m.line(k, s))
}

// caches is the number of caches: those of the levels, and the last one.
func (m Model) caches() int {
	if m.M == nil {
		return 1
	}
	return len(m.M.Levels) + 1
}

// below names what stands behind a cache.
func (m Model) below(k int) string {
	switch n := m.caches() - 1; {
	case k == n:
		return "memory"
	case k == n-1:
		return fmt.Sprintf("L%d", n+1)
	default:
		return m.M.Levels[k+1].Name
	}
}

// of names a number of cache k.
func (m Model) of(k int, name string) string {
	switch {
	case k < m.caches()-1:
		return fmt.Sprintf("levels.%d.%s", k+1, name)
	case name == "bytes":
		return "cache_bytes"
	}
	return name
}

// counter counts the lines that cache k does not hold.
func (m Model) counter(n Nest, k int) counter {
	l := level{line: m.parameter("line_bytes"), bytes: m.parameter(m.of(k, "bytes")), ways: m.parameter(m.of(k, "associativity")), sets: true}
	l.lineBytes, l.most = m.number("line_bytes"), m.number(m.of(k, "associativity"))
	return counter{a: m.A, nest: n, level: l}
}

// line is the seconds of a line that cache k does not hold. What is stored where it
// was read has been fetched already, and what is read where it was stored is there.
// All processes of a node share its memory.
func (m Model) line(k int, s Stream) symbolic.Expr {
	a := m.A
	fetch, store := m.parameter(m.of(k, "fetch_miss_s")), m.parameter(m.of(k, "store_miss_s"))
	if name := m.of(k, "scattered_miss_s"); s.Scattered && m.has(name) {
		fetch = m.parameter(name)
		store = a.Max(store, fetch)
	}
	lines := 1.0
	switch {
	case s.Store && s.Again:
		store = a.Max(a.Real(0), a.Sub(store, fetch))
	case s.Store:
		lines = 2
	case s.Again:
		return a.Real(0)
	}
	seconds := fetch
	if s.Store {
		seconds = store
	}
	if k == m.caches()-1 && m.has("node_processes", "node_line_s") {
		together := a.Max(a.Int(1), a.Min(m.processes(), m.parameter("node_processes")))
		return a.Max(seconds, a.Mul(a.Real(lines), together, m.parameter("node_line_s")))
	}
	return seconds
}

func (m Model) processes() symbolic.Expr {
	if m.Processes == 0 {
		return m.A.Int(1)
	}
	return m.Processes
}

// scattered is the misses of a stream whose places nothing foretells: the part of
// its array that does not fit beside the others, and each line once.
func (c counter) scattered(s Stream) symbolic.Expr {
	a := c.a
	executions := a.Int(1)
	for k := range c.nest.Trips {
		executions = a.Mul(executions, c.trip(k))
	}
	beyond := a.Max(a.Real(0), a.Sub(a.Int(1), a.Quo(c.level.bytes, a.Max(a.Int(1), s.Whole))))
	once := a.Min(a.Real(1), a.Quo(s.Whole, a.Mul(c.level.line, executions)))
	return a.Max(beyond, once)
}

// between is the bytes that are touched until a stream's lines are asked for again, when
// these passages are executed meanwhile: of each array the most that one of those does that go through
// it in most loops.
func (c counter) between(s Stream, passages []Passage) symbolic.Expr {
	a, bytes, loops := c.a, map[string]symbolic.Expr{}, map[string]int{}
	var order []string
	for _, p := range passages {
		by := counter{a: a, nest: *p.Nest, level: c.level}
		here := map[string]symbolic.Expr{}
		for _, x := range p.Nest.Streams {
			if n, known := loops[x.Array]; x.Again || known && (n > by.moving(x.Array, p.Inner) || astray(x, p.Inner)) {
				continue
			}
			volume := by.volume([]Stream{x}, p.Inner)
			if p.Half && x.Array != s.Array {
				volume = a.Quo(volume, a.Int(2))
			}
			if before, known := here[x.Array]; known {
				volume = a.Add(before, volume)
			}
			here[x.Array] = volume
		}
		for _, x := range p.Nest.Streams {
			volume, touched := here[x.Array]
			if !touched {
				continue
			}
			delete(here, x.Array)
			if before, known := bytes[x.Array]; known {
				volume = a.Max(before, volume)
			} else {
				order = append(order, x.Array)
			}
			bytes[x.Array], loops[x.Array] = volume, by.moving(x.Array, p.Inner)
		}
	}
	total := a.Real(0)
	for _, array := range order {
		total = a.Add(total, bytes[array])
	}
	return total
}

// returns are the ways in which a stream's lines come back after n inner loops; none
// where nothing but the nest itself is executed then.
func (s Stream) returns(n int) []Return {
	if n >= len(s.Between) {
		return nil
	}
	return s.Between[n]
}
