package evaluate

import (
	"cmp"
	"maps"
	"slices"
)

// components returns the strongly connected components of the procedures that
// one can come to from p and that have no summary yet, the called ones before
// their callers (R. Tarjan, Depth-first search and linear graph algorithms,
// 1972).
func components(p *procedure) [][]*procedure {
	t := &tarjan{index: map[*procedure]int{}, low: map[*procedure]int{}, waits: map[*procedure]bool{}}
	t.visit(p)
	return t.out
}

type tarjan struct {
	index, low map[*procedure]int // when it was seen; the first that it leads back to
	waits      map[*procedure]bool
	stack      []*procedure
	out        [][]*procedure
}

func (t *tarjan) visit(p *procedure) {
	t.index[p] = len(t.index)
	t.low[p] = t.index[p]
	t.stack, t.waits[p] = append(t.stack, p), true
	for _, name := range slices.Sorted(maps.Keys(p.calls)) {
		switch inner := p.calls[name]; {
		case inner.shown != nil:
		case t.waits[inner]:
			t.low[p] = min(t.low[p], t.index[inner])
		default:
			if _, seen := t.index[inner]; !seen {
				t.visit(inner)
				t.low[p] = min(t.low[p], t.low[inner])
			}
		}
	}
	if t.low[p] == t.index[p] {
		at := slices.Index(t.stack, p)
		t.out = append(t.out, slices.Clone(t.stack[at:]))
		for _, q := range t.stack[at:] {
			t.waits[q] = false
		}
		t.stack = t.stack[:at]
	}
}

// breakCircles finds the calls of a strongly connected component by which a
// procedure would come to itself again, on the ways that begin with the first one
// in the order of files and texts: those calls are not followed.
func breakCircles(component []*procedure) {
	first := slices.MinFunc(component, func(p, q *procedure) int { return cmp.Or(cmp.Compare(p.file, q.file), cmp.Compare(p.at, q.at)) })
	within, state := map[*procedure]bool{}, map[*procedure]int{}
	for _, p := range component {
		within[p] = true
	}
	const open, done = 1, 2
	var visit func(*procedure)
	visit = func(p *procedure) {
		state[p] = open
		for _, name := range slices.Sorted(maps.Keys(p.calls)) {
			switch inner := p.calls[name]; {
			case !within[inner] || state[inner] == done:
			case state[inner] == open:
				if p.circular == nil {
					p.circular = map[string]bool{}
				}
				p.circular[name] = true
			default:
				visit(inner)
			}
		}
		state[p] = done
	}
	visit(first)
}
