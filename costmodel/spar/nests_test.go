package spar

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Random nests, and what a compiler makes of them by the rules of paper 004 read
// once more, iteration by iteration and element by element: nothing here is taken
// from analysis/spar/place.

// nestExtent is how many elements the arrays have in each dimension.
const nestExtent = 3*10 + 4

// nestMap is the map of an array of the nest: where element x (of its mapped
// subscript) lives among P processors.
type nestMap struct {
	kind string // "block", "even" (blocks of no given size), "cyclic", "blockcyclic", "local", "_all"
	m    int    // of a block; the processor of local
	dim  int    // the subscript that is mapped
}

func (m nestMap) owner(x, P int) int {
	switch m.kind {
	case "block":
		return min(x/m.m, P-1)
	case "even":
		return x / ((nestExtent + P - 1) / P)
	case "cyclic":
		return x % P
	case "local":
		return m.m
	}
	return x / m.m % P
}

func (m nestMap) form() string {
	name := []string{"r", "c"}[m.dim]
	switch m.kind {
	case "block":
		return fmt.Sprintf("q[(block %s %d)]", name, m.m)
	case "even":
		return fmt.Sprintf("q[(block %s)]", name)
	case "cyclic":
		return fmt.Sprintf("q[(cyclic %s)]", name)
	case "local":
		return fmt.Sprintf("q[(local %d)]", m.m)
	case "blockcyclic":
		return fmt.Sprintf("q[(blockcyclic %s %d)]", name, m.m)
	}
	return "q[_all]"
}

// nestArray is an array with its map, and an element of it in the statement.
type nestArray struct {
	name string
	nestMap
}

type nestElement struct {
	nestArray
	subs [2]nestSub
}

// nestSub is c*iterator + k.
type nestSub struct{ c, iterator, k int }

func (s nestSub) at(it [2]int) int { return s.c*it[s.iterator] + s.k }

func (s nestSub) text() string {
	out := []string{"i", "j"}[s.iterator]
	if s.c != 1 {
		out = fmt.Sprintf("%d*%s", s.c, out)
	}
	if s.k != 0 {
		out += fmt.Sprintf("+%d", s.k)
	}
	return out
}

func (e nestElement) text() string {
	return fmt.Sprintf("%s[%s,%s]", e.name, e.subs[0].text(), e.subs[1].text())
}

// place is the owner in symbols: equal texts are equal owners; "" is everywhere.
func (e nestElement) place() string {
	if e.kind == "_all" {
		return ""
	}
	s, m, kind := e.subs[e.dim], e.m, e.kind
	if kind == "local" {
		return fmt.Sprint(kind, m)
	}
	for g := m; g > 1; g-- { // blocks of 6 of 3*i are blocks of 2 of i
		if s.c%g == 0 && m%g == 0 {
			s.c, s.k, m = s.c/g, s.k/g, m/g
		}
	}
	if kind == "blockcyclic" && m == 1 {
		kind, m = "cyclic", 0
	}
	return fmt.Sprintf("%s %d %v", kind, m, s)
}

func (e nestElement) owner(it [2]int, P int) int { return e.nestMap.owner(e.subs[e.dim].at(it), P) }

// nestNode is an element, or a product of two.
type nestNode struct {
	element    *nestElement
	x, y       *nestNode
	candidates []string
	chosen     string
}

// value is what decides the value in an iteration: those of the iterators in it, -1 for others.
func (n *nestNode) value(it [2]int) [2]int {
	out := [2]int{-1, -1}
	if n.element != nil {
		for _, s := range n.element.subs {
			out[s.iterator] = it[s.iterator]
		}
		return out
	}
	x, y := n.x.value(it), n.y.value(it)
	return [2]int{max(x[0], y[0]), max(x[1], y[1])}
}

func (n *nestNode) text() string {
	if n.element != nil {
		return n.element.text()
	}
	return "(" + n.x.text() + "/" + n.y.text() + ")"
}

// readable tells whether what lives at v is at hand at o: equal in symbols, or
// everywhere.
func readable(o, v string) bool { return v == "" || o == v }

// collapse takes the first candidate; where it merges with later ones they get
// the merge and it is dropped.
func collapse(list []string) []string {
	var out []string
	list = append([]string(nil), list...)
	for len(list) > 0 {
		first, merged := list[0], false
		list = list[1:]
		for i, x := range list {
			if first == "" || x == "" || x == first {
				merged = true
				if x == "" {
					list[i] = first
				}
			}
		}
		if !merged {
			out = append(out, first)
		}
	}
	return out
}

func (n *nestNode) collect() {
	if n.element != nil {
		n.candidates = []string{n.element.place()}
		return
	}
	n.x.collect()
	n.y.collect()
	n.candidates = collapse(append(append([]string(nil), n.x.candidates...), n.y.candidates...))
}

// cost is how many values travel below a node that is computed at a place, with
// the choice of each node below, tried in the order of the candidates.
func (n *nestNode) cost(at string) (int, func()) {
	if n.element != nil {
		return 0, func() { n.chosen = at }
	}
	cx, px := n.x.best(at)
	cy, py := n.y.best(at)
	return cx + cy, func() { n.chosen = at; px(); py() }
}

// best is the cheapest choice of a node below one at a place.
func (n *nestNode) best(above string) (int, func()) {
	least, pick := 1<<30, func() {}
	for _, c := range n.candidates {
		k, p := n.cost(c)
		if !readable(above, c) {
			k++
		}
		if k < least {
			least, pick = k, p
		}
	}
	return least, pick
}

type nest struct {
	left   nestElement
	right  *nestNode
	P      int
	lo, hi [2]int
	arrays []nestArray
	mapped map[string]nestElement // of each place
}

func (n *nest) note(x *nestNode) {
	if x.element != nil {
		n.mapped[x.element.place()] = *x.element
		return
	}
	n.note(x.x)
	n.note(x.y)
}

// decide chooses where the statement runs, and where its operands are computed.
func (n *nest) decide() {
	n.mapped = map[string]nestElement{n.left.place(): n.left}
	n.note(n.right)
	n.right.collect()
	left := n.left.place()
	candidates := []string{left}
	all, occurs := true, false
	for _, c := range n.right.candidates {
		all, occurs = all && readable(left, c), occurs || c == left
	}
	if !all {
		candidates = append(candidates, n.right.candidates...)
		if occurs {
			candidates = collapse(candidates)
		}
	}
	least, pick := 1<<30, func() {}
	for _, c := range candidates {
		k, p := n.right.best(c)
		if c != left { // the result goes to the left-hand side
			k++
		}
		if k < least {
			least, pick = k, p
		}
	}
	pick()
}

// counts are the messages and elements of one run, and the products by processor.
type nestCounts struct {
	messages, elements int
	work               []int
}

// run executes the nest element by element. Gathered, what a processor needs of another one
// comes once, in one message for each place in the statement that needs it; what is named twice, of an
// array that the statement leaves as it is, in one.
func (n *nest) run(gathered bool) nestCounts {
	out := nestCounts{work: make([]int, n.P)}
	pairs, values := map[[3]int]bool{}, map[[5]int]bool{} // site, from, to, and what
	site, first := 0, map[string]int{}                    // where what is named is needed first
	at := func(place string, it [2]int) int {
		e := n.mapped[place]
		return e.owner(it, n.P)
	}
	send := func(site, from, to int, what [2]int) {
		if from != to {
			out.elements++
			pairs[[3]int{site, from, to}] = true
			values[[5]int{site, from, to, what[0], what[1]}] = true
		}
	}
	for i := n.lo[0]; i < n.hi[0]; i++ {
		for j := n.lo[1]; j < n.hi[1]; j++ {
			it := [2]int{i, j}
			site = 0
			var visit func(x *nestNode, above string)
			visit = func(x *nestNode, above string) {
				if x.element != nil {
					return
				}
				here := x.chosen // what is everywhere is computed where it is used
				if here == "" {
					here = above
				}
				for _, k := range []*nestNode{x.x, x.y} {
					visit(k, here)
					site++
					as := site
					if k.element != nil && k.element.name != n.left.name {
						name := k.element.text() + " at " + here
						if _, named := first[name]; !named {
							first[name] = site
						}
						as = first[name]
					}
					if !readable(here, k.chosen) {
						send(as, at(k.chosen, it), at(here, it), k.value(it))
					}
				}
				if here != "" {
					out.work[at(here, it)]++
				}
			}
			visit(n.right, n.left.place())
			site++
			from := n.right.chosen
			switch to := n.left.place(); {
			case from == "" || from == to:
			case to == "":
				for p := range n.P {
					send(site, at(from, it), p, n.right.value(it))
				}
			default:
				send(site, at(from, it), at(to, it), n.right.value(it))
			}
		}
	}
	out.messages = out.elements
	if gathered {
		out.messages, out.elements = len(pairs), len(values)
	}
	return out
}

// randomNest makes a nest over two iterators with a statement of one to three
// elements on the right.
func randomNest(r *rand.Rand) *nest {
	n := &nest{P: 1 + r.Intn(5)}
	for d := range 2 {
		n.lo[d] = r.Intn(3)
		n.hi[d] = n.lo[d] + 1 + r.Intn(7)
	}
	for k := range 2 + r.Intn(3) {
		m := nestMap{kind: []string{"block", "block", "even", "cyclic", "blockcyclic", "local", "_all"}[r.Intn(7)], m: 2 + r.Intn(6), dim: r.Intn(2)}
		switch m.kind {
		case "cyclic", "even", "_all":
			m.m = 0
		case "local":
			m.m = r.Intn(n.P)
		}
		if k > 0 && r.Intn(2) == 0 {
			m = n.arrays[0].nestMap
		}
		n.arrays = append(n.arrays, nestArray{string(rune('a' + k)), m})
	}
	element := func() nestElement {
		e := nestElement{nestArray: n.arrays[r.Intn(len(n.arrays))]}
		for d := range 2 {
			e.subs[d] = nestSub{1, d, r.Intn(3) * r.Intn(2)}
			if r.Intn(6) == 0 {
				e.subs[d].iterator = 1 - d
			}
			if r.Intn(6) == 0 {
				e.subs[d].c = 2 + r.Intn(2)
			}
		}
		return e
	}
	leaf := func() *nestNode { e := element(); return &nestNode{element: &e} }
	n.left, n.right = element(), leaf()
	for range r.Intn(3) {
		if r.Intn(2) == 0 {
			n.right = &nestNode{x: n.right, y: leaf()}
		} else {
			n.right = &nestNode{x: leaf(), y: n.right}
		}
	}
	return n
}

func (n *nest) program() string {
	var b strings.Builder
	b.WriteString("globalpragmas <$ ProcessorType = ((Node \"nest.pam\")), Processors = ((Node q[" + fmt.Sprint(n.P) + "])) $>;\npublic class a {\n")
	for _, a := range n.arrays {
		fmt.Fprintf(&b, "    static double %s[*,*] <$ on = (lambda (r c) %s) $> = new double[%d,%d];\n", a.name, a.form(), nestExtent, nestExtent)
	}
	fmt.Fprintf(&b, "    public static void main() {\n        <$ independent, Pamela = parallel $>\n        foreach( i :- %d:%d, j :- %d:%d ) %s = %s;\n    }\n}\n",
		n.lo[0], n.hi[0], n.lo[1], n.hi[1], n.left.text(), n.right.text())
	return b.String()
}

const nestMachine = `
resource parameter fcfs(i, m)
numeric aggregated_messages = 0
resource Node(p) = fcfs(p, 1)
process Node_divide_op(p) = use(Node(p), 100000)
process Node_times_op(p) = delay(0)
process Node_plus_op(p) = use(Node(p), 1)
process Node_move_op(p) = delay(0)
process Node_Node_move_op(p, q) = delay(0)
process Node_Node_bcast_op(P, q) = delay(0)
process Node_Node_block_move_op(p, q, n) = delay(0)
process Node_Node_block_bcast_op(P, q, n) = delay(0)
`

// Owners, moves and messages of random nests are those of going through them
// element by element, in both schemes.
func TestNestsAgainstEveryElement(t *testing.T) {
	seeds := 2000
	if testing.Short() {
		seeds = 75
	}
	moved := 0
	for seed := range seeds {
		n := randomNest(rand.New(rand.NewSource(int64(seed))))
		n.decide()
		text := n.program()
		for _, gathered := range []bool{false, true} {
			want := n.run(gathered)
			moved += want.messages
			snap := workspace.New(texts.FS{"a.spar": text, "nest.pam": nestMachine}).Snapshot()
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			s := settings.Settings{Values: map[string]float64{"aggregated_messages": map[bool]float64{true: 1}[gathered]}}
			m, err := ModelOf(snap, f, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range m.Diagnostics {
				if d.Severity == source.Error {
					t.Fatalf("seed %d: %s\n%s", seed, d.Message, text)
				}
			}
			env := m.Values(s)
			counts, err := m.Counts(env)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			numbers, err := m.Numbers(env)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			work := make([]int, n.P)
			beyond := 0
			for _, run := range numbers.Delta {
				for p := run.First; p < run.First+run.Count; p++ {
					if p < int64(n.P) {
						work[p] += int(run.Load) / 100000
					} else if run.Load > 0 {
						beyond++
					}
				}
			}
			everywhere := n.right.element == nil && n.right.chosen == "" // computed by all: counted once
			if int(counts[2]) != want.messages || int(counts[3]) != want.elements || beyond > 0 || !everywhere && fmt.Sprint(work) != fmt.Sprint(want.work) {
				t.Errorf("seed %d, gathered %v: %v messages of %v elements, want %d of %d; work %v, want %v\n%s", seed, gathered, counts[2], counts[3], want.messages, want.elements, work, want.work, text)
			}
		}
	}
	if moved < seeds {
		t.Errorf("only %d messages in %d nests", moved, seeds)
	}
}
