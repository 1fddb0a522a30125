package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// The first pass has to find at which levels messages stand, and nothing else:
// it makes units of messages only, without amounts. In a program that passes
// messages itself both passes do the same.

// groupsOf returns the groups of what a statement became.
func groupsOf(done []comm.Computation) []comm.Group {
	var out []comm.Group
	for first := 0; first < len(done); {
		last := first
		for done[last].Element.IsMask || done[last].Element.Resolves != nil || done[last].Element.Part {
			last++
		}
		calls := slices.ContainsFunc(done[first:last+1], func(d comm.Computation) bool { return len(d.Element.Functions) > 0 })
		out = append(out, comm.Group{First: first, Last: last, Combines: done[last].Combined != nil, Calls: calls})
		first = last + 1
	}
	return out
}

// probed finds the messages of a statement.
func (w *walker) probed(of any, q *comm.Query, build construction) []*AAU {
	groups, err := w.groups(of, q, build)
	if err != nil {
		return w.failed(of, err)
	}
	var out []*AAU
	for _, g := range groups {
		elements := func() ([]*comm.Element, error) {
			done, err := w.computation(of, q, build)
			if err != nil {
				return nil, err
			}
			return elementsOf(done[g.First : g.Last+1]), nil
		}
		found := w.arrivals(fetchKey{of, w.part, g.First}, q, build, elements)
		out = append(out, w.fetches(of, found.messages)...)
		if g.Calls {
			done, _ := w.computation(of, q, build)
			for _, d := range done[min(g.First, len(done)):min(g.Last+1, len(done))] {
				out = append(out, w.functions(d)...)
			}
		}
		if g.Combines {
			out = append(out, w.combine(of, &comm.Communication{Level: len(w.loops)})...)
		}
		out = append(out, w.writeBack(found.delivered)...)
	}
	return out
}

// groups returns the groups of what a statement becomes here.
func (w *walker) groups(of any, q *comm.Query, build construction) ([]comm.Group, error) {
	part := comm.Part{What: grouped, Fixed: w.fixed(), Share: w.inside(len(w.loops))}
	if o, known := q.Lookup(part); known {
		return o.Groups, nil
	}
	done, err := w.computation(of, q, build)
	if err != nil {
		return nil, err
	}
	groups := groupsOf(done)
	q.Store(part, &comm.Answer{Groups: groups})
	return groups, nil
}

func elementsOf(done []comm.Computation) []*comm.Element {
	es := make([]*comm.Element, len(done))
	for i, d := range done {
		es[i] = d.Element
	}
	return es
}

// probedLoop finds the messages of a loop, or of a part of one that is peeled.
func (w *walker) probedLoop(s *program.Do, l *comm.Loop, part string) []*AAU {
	w.enter(s, l)
	out := slices.Concat(w.goesOn(s), w.block(s.Body), w.messages.comeRound())
	w.leaveLoop(s)
	if part != firstPart {
		out = append(out, w.combined(s)...)
	}
	w.leave()
	return out
}
