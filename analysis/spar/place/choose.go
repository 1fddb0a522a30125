package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// node is an expression as the owner selection sees it: the places where it
// may be computed, and its operands.
type node struct {
	x          spar.Expr
	candidates []Owner
	kids       []*node
	element    *Element // an element of a mapped array
	chosen     Owner
	best       []int // per candidate, messages in the tree below
	stated     bool  // a pragma says where it is computed
	told       bool  // its value is known already where it is chosen to be
}

// tree builds the node of an expression with its candidates, bottom up:
// constants and unmapped values are everywhere, an element is where its map
// says, an operator is where its operands are.
func (m *worker) tree(x spar.Expr) *node {
	n := m.nodeOf(x)
	if m.scope.resident {
		resident(n)
	}
	return n
}

// nodeOf is tree without what a pragma of the statement says.
func (m *worker) nodeOf(x spar.Expr) *node {
	n := &node{x: x}
	switch e := x.(type) {
	case *spar.Marked:
		return m.markedNode(e)
	case *spar.Index, *spar.Select, *spar.Name:
		el := m.holding(e)
		if el != nil && m.teller != nil && el.Owner.unknown(m.b.arena) != "" {
			n.candidates, n.told = []Owner{*m.teller}, true
			return n
		}
		if el != nil {
			if n.element, n.candidates = el, []Owner{el.Owner}; slices.Contains(m.scope.parts, spar.Text(e)) {
				resident(n) // every processor has a part
			}
			return n
		}
		if home := m.homeOf(e); home != nil && m.scope.on == nil && !m.followedTo(e) {
			n.candidates = []Owner{*home}
			return n
		}
	case *spar.Call:
		n.kids = m.trees(e.Args)
		if f, ok := spar.Unmarked(e.Fun).(*spar.Select); ok {
			n.kids = append([]*node{m.tree(f.X)}, n.kids...)
		}
		if !m.scope.partly && !m.byArguments(e, n.kids) {
			n.candidates = []Owner{m.base()}
			return n
		}
	case *spar.Unary:
		n.kids = m.trees([]spar.Expr{e.X})
	case *spar.Cast:
		n.kids = m.trees([]spar.Expr{e.X})
	case *spar.Binary:
		n.kids = m.trees([]spar.Expr{e.X, e.Y})
	case *spar.Choice:
		n.kids = m.trees([]spar.Expr{e.Cond, e.Then, e.Else})
	case *spar.Complex:
		n.kids = m.trees([]spar.Expr{e.Re, e.Im})
	case *spar.Tuple:
		n.kids = m.trees(e.Items)
	case *spar.ArrayInit:
		n.kids = m.trees(e.Items)
	}
	for _, k := range n.kids {
		n.candidates = append(n.candidates, k.candidates...)
		n.candidates = reduce(n.candidates)
	}
	switch {
	case len(n.candidates) == 0:
		n.candidates = []Owner{Replicated}
	case m.isTask() && !m.scope.partly:
		n.candidates = []Owner{m.base()} // a task computes everything itself
	}
	return n
}

// byArguments tells whether a call is computed where its arguments are, like an operator: a
// function of numbers, by a compiler that gathers messages. What the program's own functions do
// with elements may be the work that an independent loop deals out: they run where its iterations
// do.
func (m *worker) byArguments(x *spar.Call, args []*node) bool {
	if !m.b.options.Gathered || !m.b.pure(x, m.scope) {
		return false
	}
	if m.scope.home == nil || len(m.scope.targets(x)) == 0 {
		return true
	}
	for _, n := range args {
		if slices.ContainsFunc(n.candidates, func(o Owner) bool { return !o.IsReplicated() }) {
			return false
		}
	}
	return true
}

// gather has an expression computed on the processor that a method runs on, by a compiler
// that brings what an iteration needs to it. Which elements are there already is seen
// where the method is called.
func (m *worker) gather(n *node, at Owner) {
	if !m.b.options.Gathered || !at.Here || n.stated {
		return
	}
	if n.element == nil && len(n.kids) > 0 {
		n.candidates = []Owner{at}
	}
	for _, k := range n.kids {
		m.gather(k, at)
	}
}

func (m *worker) trees(list []spar.Expr) []*node {
	var out []*node
	for _, x := range list {
		out = append(out, m.tree(x))
	}
	return out
}

// markedNode is an expression with pragmas: on says where it is computed,
// resident that its values are at hand where it is.
func (m *worker) markedNode(e *spar.Marked) *node {
	n := m.tree(e.X)
	if p := e.Pragmas.Get("on"); p != nil {
		if o, ok := m.on(p); ok {
			n.candidates, n.stated = []Owner{o}, true
		}
	}
	if e.Pragmas.Get("resident") != nil {
		resident(n)
	}
	return n
}

// resident drops the places of all operands: nothing in it is moved.
func resident(n *node) {
	n.candidates = []Owner{Replicated}
	if n.element != nil {
		n.element.Resident = true
	}
	for _, k := range n.kids {
		resident(k)
	}
}

// assignmentCandidates are where an assignment may run: where the left side
// lives, if that can be read wherever the right side is computed, else also
// where the right side is.
func assignmentCandidates(left, right *node, occurs bool) []Owner {
	lhs := left.candidates[0]
	for _, r := range right.candidates {
		if !r.Readable(lhs) {
			list := append([]Owner{lhs}, right.candidates...)
			if occurs {
				return reduce(list)
			}
			return list
		}
	}
	return []Owner{lhs}
}

// choose takes one candidate per node so that the fewest operands stand where
// their parent cannot read them; among equals the first candidates win, the
// root's before those of its operands.
func choose(root *node) {
	root.count()
	root.pick(root.least())
}

// count finds, for every candidate, the messages in the tree below.
func (n *node) count() {
	for _, k := range n.kids {
		k.count()
	}
	n.best = make([]int, len(n.candidates))
	for i, o := range n.candidates {
		for _, k := range n.kids {
			_, cost := k.leastFor(o)
			n.best[i] += cost
		}
	}
}

// least is the first candidate with the fewest messages.
func (n *node) least() int {
	at := 0
	for i, c := range n.best {
		if c < n.best[at] {
			at = i
		}
	}
	return at
}

// leastFor is the first candidate with the fewest messages, that to a parent
// included.
func (n *node) leastFor(parent Owner) (at, cost int) {
	cost = -1
	for i, o := range n.candidates {
		c := n.best[i]
		if !parent.Readable(o) {
			c++
		}
		if cost < 0 || c < cost {
			at, cost = i, c
		}
	}
	return at, cost
}

func (n *node) pick(i int) {
	n.chosen = n.candidates[i]
	for _, k := range n.kids {
		j, _ := k.leastFor(n.chosen)
		k.pick(j)
	}
}
