package network

import "github.com/parlens/parlens/machines"

// Topology tells how many hops apart the nodes of a machine are by minimal
// routing. Nodes are numbered as they stand: row by row in a mesh or torus
// (the last extent varies fastest), leaf by leaf in a fat tree, router by
// router in a dragonfly. In a network of nodes with links between them
// (hypercube, mesh, torus) a hop is a link, in one of switches (fat tree,
// dragonfly, flat) it is a switch that a message passes: neighbours are one hop
// apart in all of them.
type Topology struct {
	Kind    string // as in a machine file
	Extents []int  // of a mesh or torus
	Arity   int    // of a fat tree: branches of every switch
	Router  int    // of a dragonfly: nodes at a router
	Group   int    // of a dragonfly: routers of a group
}

// TopologyOf returns the network of a machine's compute nodes. One without the
// numbers that its kind needs is flat.
func TopologyOf(m *machines.Machine) Topology {
	whole := func(name string) int {
		n, _ := m.Number("communication." + name)
		return int(n.Value)
	}
	t := Topology{Kind: m.Topology, Extents: m.Extents, Arity: whole("arity"), Router: whole("router_nodes"), Group: whole("group_routers")}
	switch {
	case (t.Kind == "mesh" || t.Kind == "torus") && len(t.Extents) == 0,
		t.Kind == "fat-tree" && t.Arity < 2,
		t.Kind == "dragonfly" && (t.Router < 1 || t.Group < 1):
		return Topology{Kind: "flat"}
	}
	return t
}

// Mean returns the mean hops from one of the first nodes to another, each as
// likely, itself (0 hops) included; in a dragonfly the groups must be full for
// it to be exact.
func (t Topology) Mean(nodes int) float64 {
	if nodes < 2 {
		return 0
	}
	p := float64(nodes)
	switch t.Kind {
	case "hypercube":
		return t.hypercube(nodes)
	case "mesh", "torus":
		return t.grid(nodes)
	case "fat-tree":
		return t.tree(p)
	case "dragonfly":
		return t.dragonfly(p)
	}
	return (p - 1) / p
}

// hypercube counts, for each bit of the number, the pairs that differ in it.
func (t Topology) hypercube(nodes int) float64 {
	mean, p := 0.0, float64(nodes)
	for bit := 1; bit < nodes; bit *= 2 {
		ones := float64(nodes/(2*bit)*bit + max(0, nodes%(2*bit)-bit))
		mean += 2 * (ones / p) * (1 - ones/p)
	}
	return mean
}

// grid adds up the dimensions: along each the distance depends on two
// coordinates only.
func (t Topology) grid(nodes int) float64 {
	size := 1
	for _, n := range t.Extents {
		size *= n
	}
	nodes = min(nodes, size)
	mean := 0.0
	for stride, i := 1, len(t.Extents)-1; i >= 0; i-- {
		mean += t.along(t.Extents[i], stride, nodes)
		stride *= t.Extents[i]
	}
	return mean
}

// along is the mean distance in one dimension.
func (t Topology) along(extent, stride, nodes int) float64 {
	share := make([]float64, extent) // of the nodes by coordinate
	full, rest := nodes/(extent*stride), nodes%(extent*stride)
	for x := range share {
		share[x] = float64(full*stride+min(max(rest-x*stride, 0), stride)) / float64(nodes)
	}
	mean := 0.0
	for x := range share {
		for y := range x {
			mean += 2 * share[x] * share[y] * float64(t.span(x-y, extent))
		}
	}
	return mean
}

// span is the way between two coordinates that differ by d > 0: in a ring the
// shorter one.
func (t Topology) span(d, extent int) int {
	if t.Kind == "torus" {
		return min(d, extent-d)
	}
	return d
}

// tree sums over the levels: nodes below the same switch of level l and of no
// lower one are 2l-1 switches apart.
func (t Topology) tree(p float64) float64 {
	mean, lower := 0.0, 1/p // the share of pairs below one switch
	for level, size := 1, float64(t.Arity); lower < 1; level, size = level+1, size*float64(t.Arity) {
		pairs := together(p, size)
		mean += float64(2*level-1) * (pairs - lower)
		lower = pairs
	}
	return mean
}

// together is the share of the pairs of p nodes that lie in the same block of a
// size.
func together(p, size float64) float64 {
	full := float64(int(p / size))
	rest := p - full*size
	return (full*size*size + rest*rest) / (p * p)
}

// dragonfly: one router, two of a group; between groups the two at the ends of
// their link, and one more on either side for all routers but that one.
func (t Topology) dragonfly(p float64) float64 {
	router, group := together(p, float64(t.Router)), together(p, float64(t.Router*t.Group))
	far := 2 + 2*float64(t.Group-1)/float64(t.Group)
	return (router - 1/p) + 2*(group-router) + far*(1-group)
}
