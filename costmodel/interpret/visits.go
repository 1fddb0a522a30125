package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
)

// count prepares the counters of the memory model, for a machine that counts
// misses with them: it visits the statements with loops in the order in which they
// are interpreted.
func (i *interpreter) count(g *aag.Graph) {
	if !i.mem.Counting() {
		return
	}
	var visits []memory.Visit
	i.visit = map[*aag.AAU]int{}
	for _, u := range g.Units {
		if u.Kind != aag.Seq || u.Element == nil || u.Partition == nil {
			continue
		}
		i.apart = u.Repeat
		if s := newStreams(i, u); len(s.loops) > 0 {
			i.visit[u] = len(visits)
			visits = append(visits, s.visit())
		}
	}
	i.apart = nil
	i.counters = i.mem.Counters(visits)
}

// visit is the nest with the loops and variables that statements share. Its
// iterations are as many as they can be: other statements do not know the indices
// of the loops around it.
func (s *streams) visit() memory.Visit {
	v := memory.Visit{Nest: s.nest()}
	for k := range v.Trips {
		v.Trips[k] = s.most(v.Trips[k])
	}
	for _, l := range s.loops {
		v.Loops = append(v.Loops, identity(l))
	}
	for _, m := range s.list {
		v.Variables = append(v.Variables, m.first.Sym.Name)
	}
	return v
}

// most is the largest value over the iterations of the loops that are distinguished.
func (s *streams) most(n symbolic.Expr) symbolic.Expr {
	for k := len(s.i.apart) - 1; k >= 0; k-- {
		if l := s.i.apart[k]; s.i.mentions(n, l) {
			n = s.i.a.MaxOver(l.Name, l.Lo, l.Hi, n)
		}
	}
	return n
}
