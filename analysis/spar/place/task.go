package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A taskparallel loop deals its iterations out whole: all that an iteration
// does, and what it calls, runs on one processor. What it needs of others is
// brought there, and what it stores goes to the owner. Blocks of iterations are
// dealt out, or single ones in turn where the pragma says cyclic.

// dealOut makes the iterations of a loop tasks, by its first cardinality.
func (m *worker) dealOut(s *spar.Loop, l *Loop) {
	p := s.Notes().Get("taskparallel")
	if p == nil || !m.base().IsReplicated() || len(m.b.grids) == 0 {
		return
	}
	a, g := m.b.arena, m.b.grids[0]
	d := mapping.Dim{A: a, Lower: a.Int(0), P: a.Int(1), Format: mapping.Format{Kind: mapping.Cyclic}}
	for _, e := range g.Extents {
		d.P = a.Mul(d.P, e)
	}
	number := a.Sym(l.Index, symbolic.Index)
	if p.Value.Word() != "cyclic" && !l.Stated() {
		number = a.Sub(number, l.Lo)
		d.Format.Kind = mapping.Block
		d.Extent = a.Add(a.Sub(l.Hi, l.Lo), a.Int(1))
	}
	on, rest := Owner{Grid: g}, d.Owner(number)
	for k, e := range g.Extents {
		inner := a.Int(1)
		for _, x := range g.Extents[k+1:] {
			inner = a.Mul(inner, x)
		}
		c := a.FloorDiv(rest, inner)
		if k > 0 {
			c = a.Mod(c, e)
		}
		on.Coords = append(on.Coords, Coord{Kind: at, E: c})
	}
	m.scope = m.scope.inner()
	m.scope.on, m.scope.task = &on, m.scope
}

// isTask tells whether statements run on the processor of a task.
func (m *worker) isTask() bool { return m.scope.task != nil || m.scope.on == nil && m.method.tasked }

// kept says that what a task gives to a variable of all processors stays on its
// own.
func (m *worker) kept(left spar.Expr) {
	x := left
	if m.holding(left) != nil {
		return
	}
	for {
		i, ok := spar.Unmarked(x).(*spar.Index)
		if !ok {
			break
		}
		x = i.X
	}
	v := m.scope.variable(x)
	if v == nil || v.Layout != nil || m.scope.partly || m.ownInTask(v) {
		return
	}
	m.b.report(left.At(), source.Information, "spar-task",
		fmt.Sprintf("every processor keeps what its own iterations give to %s, which is mapped nowhere: bringing it to the others is not charged; reduction combines it, a map says where it lives", v.Name))
}

// findShared finds the classes of which objects are made outside of tasks; those of others
// belong to the task that makes them.
func (u *unit) findShared() {
	share := func(x spar.Expr) {
		if n, ok := x.(*spar.New); ok {
			if c := u.className(n.Type.Base); c != nil {
				for _, d := range c.lineage {
					d.shared = true
				}
			}
		}
	}
	tasked := map[int]bool{}
	for _, m := range u.methods {
		tasked[m.number] = m.tasked
	}
	for i, m := range u.members {
		for _, d := range m.Names {
			spar.WalkExpr(d.Init, share)
		}
		for _, x := range m.Facts.Created {
			if !x.Task && (x.On || !tasked[i+1]) {
				share(x.New)
			}
		}
	}
}

// ownInTask tells whether a variable belongs to the iteration.
func (m *worker) ownInTask(v *Variable) bool {
	if v.isField() {
		f := v.class.fields[v.Name]
		return !v.class.shared && f != nil && !slices.Contains(f.member.Modifiers, "static")
	}
	for at := m.scope; at != nil; at = at.parent {
		if at.names[v.Name] == v {
			return true
		}
		if at == m.scope.task {
			return false
		}
	}
	return true
}
