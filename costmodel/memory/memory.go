// Package memory is the component model of the memory of one processor: what
// the array references of a loop nest cost beyond a cache hit. It counts the
// lines that each loop touches, and says which of them are still in the cache
// when the next iteration of the loop around asks for them again; with pages for
// lines it counts what the TLB misses. See nest.go for the counting, level.go for
// what stays. A machine may ask for the counters of paper 003 instead: counters.go.
package memory

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Model builds expressions in A for the machine M. Without a machine there is
// one data cache and nothing else.
type Model struct {
	A     *symbolic.Arena
	M     *machines.Machine
	Known *symbolic.Formulas[symbolic.Expr] // the misses of nests in A, always for the same machine; nil: none are known

	Processes symbolic.Expr // of the program; 0: one
}

func (m Model) parameter(name string) symbolic.Expr {
	return m.A.Sym("memory."+name, symbolic.Real)
}

// number is a number of the machine, 0 without one.
func (m Model) number(name string) float64 {
	if m.M == nil {
		return 0
	}
	n, _ := m.M.Number("memory." + name)
	return n.Value
}

// has reports whether the machine gives all of the numbers.
func (m Model) has(names ...string) bool {
	for _, name := range names {
		if m.M == nil {
			return false
		}
		if _, ok := m.M.Number("memory." + name); !ok {
			return false
		}
	}
	return true
}

// Load returns the seconds of a load that hits.
func (m Model) Load() symbolic.Expr { return m.parameter("fetch_hit_s") }

// Store returns the seconds of a store that hits.
func (m Model) Store() symbolic.Expr { return m.parameter("store_hit_s") }

// Misses returns the extra seconds that the misses of the references cost, for
// one execution of the element in the middle of the nest, on the average.
func (m Model) Misses(n Nest) symbolic.Expr {
	all := func() symbolic.Expr { return m.A.Add(m.cached(n), m.pages(n)) }
	if m.Processes != 0 || !n.alone() {
		return all()
	}
	return m.Known.Get(n.key(), all)
}

// penalty is what a line that a stream misses in cache k costs.
func (m Model) penalty(k int, s Stream) symbolic.Expr {
	if s.Store {
		return m.parameter(m.of(k, "store_miss_s"))
	}
	return m.parameter(m.of(k, "fetch_miss_s"))
}

// cached is what the misses of the data caches cost, one level after the other.
func (m Model) cached(n Nest) symbolic.Expr {
	a := m.A
	total := a.Real(0)
	for k := range m.caches() {
		c := m.counter(n, k)
		for _, s := range n.Streams {
			total = a.Add(total, a.Mul(m.penalty(k, s), c.misses(s)))
		}
	}
	return total
}

// pages is what the misses of the TLB cost.
func (m Model) pages(n Nest) symbolic.Expr {
	total := m.A.Real(0)
	for _, s := range n.Streams {
		total = m.A.Add(total, m.page(n, s))
	}
	return total
}

// page is what a stream misses in the TLB, nothing without one. It is taken as fully
// associative, and what is scattered has it in the time of its lines; what is stored where it was read is translated once, and where all
// pages of the nest fit, the statements before have left them there.
func (m Model) page(n Nest, s Stream) symbolic.Expr {
	a := m.A
	if s.Again || !m.has("page_bytes", "tlb_entries", "tlb_miss_s") || s.Scattered && m.has("scattered_miss_s") {
		return a.Real(0)
	}
	page, entries := m.parameter("page_bytes"), m.parameter("tlb_entries")
	c := counter{a: a, nest: n, level: level{line: page, bytes: a.Mul(page, entries), ways: entries}}
	if all := len(n.Trips); len(s.Between) > all { // whoever touched them before
		s.Between = s.Between[:all]
	}
	return a.Mul(m.parameter("tlb_miss_s"), c.lost(s, len(n.Trips)), c.misses(s))
}
