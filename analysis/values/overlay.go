package values

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// What is stored to a variable is stored to those that share its storage: by EQUIVALENCE in the
// same unit, and in COMMON blocks that units lay out otherwise.

// layOut finds the members of COMMON blocks that overlap others.
func (w *world) layOut() {
	members := map[string]bool{}
	for _, m := range w.all {
		for _, s := range m.unit.Symbols {
			if s.Class == program.Variable && strings.HasPrefix(s.Storage, "/") {
				members[s.Storage] = true
			}
		}
	}
	w.over, w.lost = program.OverlappingMembers(slices.Sorted(maps.Keys(members))), map[string]bool{}
}

// overlay gives what shares the storage of a variable its new values.
func (m *machine) overlay(s *program.Symbol) {
	if len(s.Over) > 0 || len(m.world.over[s.Storage]) > 0 {
		m.overlayElements(s, 0, m.cell(s).count())
	}
}

// overlayElements is overlay for the elements from one to before another one.
func (m *machine) overlayElements(s *program.Symbol, from, to int64) {
	for _, o := range s.Over {
		if m.matters[o.Sym] && !m.fixed(o.Sym) {
			m.takeOver(m.cell(o.Sym), o, s, from, to)
		}
	}
	for _, key := range m.world.over[s.Storage] {
		if slices.ContainsFunc(s.Over, func(o program.Overlap) bool { return o.Sym.Storage == key }) {
			continue
		}
		if c := m.world.memory[key]; c != nil {
			m.steps += len(c.elems)
			c.forget()
		} else {
			m.world.lost[key] = true
		}
	}
}

// takeOver gives the cell of a variable elements of another one that begins some bytes before
// it: values of the same type that begin where its elements begin. Others are not known.
func (m *machine) takeOver(c *cell, o program.Overlap, s *program.Symbol, from, to int64) {
	if !m.matters[s] || !alike(o, s) {
		m.steps += len(c.elems)
		c.forget()
		for _, part := range m.unnamed[o.Sym] {
			m.cell(part).forget()
		}
		return
	}
	source, back := m.cell(s), o.Bytes/int64(s.Bytes)
	from, to = max(from, back), min(to, back+c.count())
	if source.array && source.elems == nil && to-from == c.count() {
		c.forget()
		return
	}
	for k := from; k < to; k++ {
		c.put(k-back, source.get(k))
	}
	if from < to {
		c.at = source.at
		m.steps += int(to - from)
	}
}

// startOver gives a variable the initial values of those that share its storage.
func (m *machine) startOver(s *program.Symbol, c *cell) {
	for _, o := range s.Over {
		if o.Sym.Value == nil || !m.starts(o.Sym) || !alike(o, s) {
			continue
		}
		from, ahead := m.cell(o.Sym), o.Bytes/int64(s.Bytes)
		for k := max(0, -ahead); k < min(from.count(), c.count()-ahead); k++ {
			if v := from.get(k); v != (value{}) {
				c.put(k+ahead, v)
			}
		}
	}
}

// alike reports whether the elements of a variable are those of another one that it overlaps.
func alike(o program.Overlap, s *program.Symbol) bool {
	return !o.Unclear && o.Sym.Type == s.Type && o.Sym.Bytes == s.Bytes && s.Bytes > 0 && o.Bytes%int64(s.Bytes) == 0
}

// count is the number of elements of an array whose elements are followed, or 1 for a scalar.
func (c *cell) count() int64 {
	if c.array {
		return c.size()
	}
	return 1
}

func (c *cell) get(at int64) value {
	if c.array {
		return c.load(at)
	}
	return c.scalar
}

func (c *cell) put(at int64, v value) {
	if c.array {
		c.store(at, v)
	} else {
		c.scalar = v
	}
}
