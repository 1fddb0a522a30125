package aag

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// serial says why the processors take their iterations of a loop one after the
// other, or "" where they do not: the loop runs over a distributed dimension
// and carries a true dependence, whose message each waits for. Where a loop
// around it moves the same left side, a processor goes on with that loop's next
// iteration while the others still have this one: a pipeline, which takes
// iterations + processors - 1 steps.
func (w *walker) serial(l *comm.Loop, body []*AAU) string {
	d := w.b.Depend.Loop(l.Do)
	if d == nil || l.Index == nil || !w.sync[w.placed(l.Do)] {
		return ""
	}
	carried := d.True()
	if carried == nil {
		return ""
	}
	home, all := movedHome(body, l)
	if home == nil || !all {
		return ""
	}
	pipeline := ""
	if outer := len(w.loops) - 2; outer >= 0 && subscripted(home, w.loops[outer].Index) {
		pipeline = fmt.Sprintf(", in a pipeline over the iterations of %s", strings.ToUpper(w.loops[outer].Index.Name))
	}
	return fmt.Sprintf("the processors take their iterations one after the other%s: %s", pipeline, carried.Text())
}

// movedHome returns a left side in the body that the loop moves along a
// distributed dimension, and whether it moves all that processors share.
func movedHome(body []*AAU, l *comm.Loop) (home *program.Ref, all bool) {
	all = true
	visit(body, func(u *AAU) {
		if u.Kind != Seq || !u.Element.Home.Shared() {
			return
		}
		moved := movedBy(u.Element.Home, l)
		if moved == nil {
			all = false
		} else if home == nil {
			home = moved
		}
	})
	return home, all
}

func movedBy(h comm.Home, l *comm.Loop) *program.Ref {
	for g, x := range h {
		if x == nil || len(x.Ref.Subs) == 0 || x.Layout.Axes[g].Kind != mapping.Aligned {
			continue
		}
		if sub := x.Ref.Subs[x.Layout.Axes[g].Dim]; !sub.Triplet && occurs(sub.Lo, l.Index) > 0 {
			return x.Ref
		}
	}
	return nil
}

// visit calls f for the units and all inside them.
func visit(units []*AAU, f func(*AAU)) {
	for _, u := range units {
		f(u)
		visit(u.Body, f)
		for _, b := range u.Branches {
			visit(b.Body, f)
		}
	}
}
