package network

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// graph is a network with links of length 1; vertices 0..nodes-1 are the nodes.
type graph struct {
	nodes int
	links map[int][]int
}

func (g *graph) link(a, b int) {
	if a != b {
		g.links[a], g.links[b] = append(g.links[a], b), append(g.links[b], a)
	}
}

// from returns the links between one vertex and all others.
func (g *graph) from(start int) map[int]int {
	distance, queue := map[int]int{start: 0}, []int{start}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range g.links[v] {
			if _, seen := distance[w]; !seen {
				distance[w] = distance[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return distance
}

// mean is the mean hops between the first n nodes; with switches a hop is one
// of them, one less than the links.
func (g *graph) mean(n int, switches bool) float64 {
	total := 0
	for a := range n {
		distance := g.from(a)
		for b := range n {
			if total += distance[b]; switches && a != b {
				total--
			}
		}
	}
	return float64(total) / float64(n*n)
}

func hypercubeOf(dimension int) *graph {
	g := &graph{1 << dimension, map[int][]int{}}
	for a := range g.nodes {
		for bit := range dimension {
			if b := a ^ 1<<bit; a < b {
				g.link(a, b)
			}
		}
	}
	return g
}

// gridOf links neighbours along each dimension, around in a torus.
func gridOf(extents []int, torus bool) *graph {
	g := &graph{1, map[int][]int{}}
	for _, n := range extents {
		g.nodes *= n
	}
	for a := range g.nodes {
		for stride, i := 1, len(extents)-1; i >= 0; i-- {
			x := a / stride % extents[i]
			if x+1 < extents[i] {
				g.link(a, a+stride)
			} else if torus {
				g.link(a, a-x*stride)
			}
			stride *= extents[i]
		}
	}
	return g
}

// treeOf has nodes as leaves and switches above them, each with as many
// branches. (The links of a fat tree are wider above, not more.)
func treeOf(arity, levels int) *graph {
	size := 1
	for range levels {
		size *= arity
	}
	g := &graph{size, map[int][]int{}}
	for below, next := 0, size; size > 1; {
		for i := range size {
			g.link(below+i, next+i/arity)
		}
		size /= arity
		below, next = next, next+size
	}
	return g
}

// flyMean searches a dragonfly for the shortest ways with one link between
// groups at most, as minimal routing takes: vertex r + routers is router r after
// such a link. Link k of a group goes to the k-th other group, from its router k
// modulo the group's routers.
func flyMean(nodes, group, groups int) float64 {
	routers := group * groups
	g := &graph{routers, map[int][]int{}}
	gateway := func(from, to int) int {
		k := to
		if to > from {
			k--
		}
		return from*group + k%group
	}
	for a := range routers {
		for b := range routers {
			if a != b && a/group == b/group {
				g.links[a] = append(g.links[a], b)
				g.links[a+routers] = append(g.links[a+routers], b+routers)
			}
		}
	}
	for from := range groups {
		for to := range groups {
			if from != to {
				a := gateway(from, to)
				g.links[a] = append(g.links[a], gateway(to, from)+routers)
			}
		}
	}
	total := 0
	for a := range routers {
		distance := g.from(a)
		for b := range routers {
			switches := distance[b] + 1
			if a/group != b/group {
				switches = distance[b+routers] + 1
			}
			total += switches * nodes * nodes
		}
		total -= nodes // each to itself
	}
	return float64(total) / float64(routers*nodes*routers*nodes)
}

func TestMeanHops(t *testing.T) {
	check := func(topology Topology, n int, want float64) {
		t.Helper()
		if got := topology.Mean(n); math.Abs(got-want) > 1e-12*max(1, want) {
			t.Errorf("%+v, %d nodes: %g hops, search says %g", topology, n, got, want)
		}
	}
	cube := hypercubeOf(5)
	for n := 1; n <= 32; n++ {
		check(Topology{Kind: "hypercube"}, n, cube.mean(n, false))
	}
	for _, extents := range [][]int{{1}, {7}, {8}, {4, 4}, {3, 5}, {5, 3}, {2, 3, 4}, {4, 6, 2}, {1, 6}, {2, 2, 2, 2}} {
		mesh, torus := gridOf(extents, false), gridOf(extents, true)
		check(Topology{Kind: "mesh", Extents: extents}, mesh.nodes, mesh.mean(mesh.nodes, false))
		check(Topology{Kind: "torus", Extents: extents}, torus.nodes, torus.mean(torus.nodes, false))
		for n := 1; n <= mesh.nodes; n++ { // ways may leave the nodes of the program
			check(Topology{Kind: "mesh", Extents: extents}, n, mesh.mean(n, false))
			check(Topology{Kind: "torus", Extents: extents}, n, torus.mean(n, false))
		}
	}
	for _, c := range [][2]int{{2, 4}, {3, 3}, {4, 2}, {5, 2}} {
		tree := treeOf(c[0], c[1])
		for n := 1; n <= tree.nodes; n++ {
			check(Topology{Kind: "fat-tree", Arity: c[0]}, n, tree.mean(n, true))
		}
	}
	for _, c := range [][3]int{{1, 1, 2}, {1, 2, 3}, {2, 2, 3}, {2, 4, 5}, {3, 4, 9}, {1, 3, 2}} {
		check(Topology{Kind: "dragonfly", Router: c[0], Group: c[1]}, c[0]*c[1]*c[2], flyMean(c[0], c[1], c[2]))
	}
	check(Topology{Kind: "flat"}, 4, 0.75)
}

// networked returns ipsc860 with another network.
func networked(t *testing.T, nodes int, keys string) *machines.Machine {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	text = strings.Replace(text, "nodes   = 8", fmt.Sprintf("nodes = %d", nodes), 1)
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "topology") {
			lines[i] = keys
		}
	}
	m, diags := machines.Parse("m.toml", []byte(strings.Join(lines, "")))
	if m == nil {
		t.Fatalf("%s: %v", keys, diags)
	}
	return m
}

// The hops of a machine file reach the model. By hand: 2 x 2 mesh, distances 0,
// 1, 1, 2 from each; a ring of 8, 0 + 2 (1 + 2 + 3) + 4 = 16 of 8; leaves under
// switches of 2, 0 + 1 + 3 + 3 = 7 of 4; two groups of two routers with a node
// each, 0 + 2 + 2 (2 + 1) = 8 of 4; with too few numbers, one.
func TestDistanceOfMachines(t *testing.T) {
	for i, c := range []struct {
		keys       string
		processors int64
		want       float64
	}{
		{"topology = \"mesh\"\nextents = [2, 2]\n", 4, 1},
		{"topology = \"mesh\"\nextents = [16]\n", 8, 2.625},
		{"topology = \"torus\"\nextents = [8]\n", 8, 2},
		{"topology = \"fat-tree\"\narity = 2\n", 4, 1.75},
		{"topology = \"dragonfly\"\nrouter_nodes = 1\ngroup_routers = 2\n", 4, 2},
		{"topology = \"dragonfly\"\n", 4, 1},
		{"topology = \"flat\"\n", 4, 1},
		{"topology = \"hypercube\"\n", 8, 1.5},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			m := networked(t, int(c.processors), c.keys)
			a := symbolic.NewArena()
			got, err := a.Eval(Model{A: a, M: m}.Distance(a.Sym("P", symbolic.Index)), map[string]float64{"P": float64(c.processors)})
			if err != nil || math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%q, %d processors: %g (%v), want %g", c.keys, c.processors, got, err, c.want)
			}
		})
	}
}
