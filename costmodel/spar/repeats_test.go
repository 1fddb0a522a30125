package spar

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Elements that several iterations need, against a list of all that each processor needs: an
// element comes to it once. The nests have up to three loops, the innermost of which may
// be a sequential one, bounds that depend on other iterations, strides and conditions, and
// subscripts with sums, quotients and remainders.

var (
	repeatsSeed  = flag.Int64("repeats.seed", 0, "first seed of the nests with elements that come again")
	repeatsCount = flag.Int("repeats.count", 1500, "number of nests with elements that come again")
)

// sharedNest is z[...] = x[...] or z[...] = z[...] + x[...] in loops over i, j and k.
type sharedNest struct {
	P, loops, inner int // processors; loops, the last of which are sequential
	lo, hi, stride  [3]int
	lower           [3]int // by this loop, from 1 on, the bound is at least the iteration of that: j from i on
	z, x            nestMap
	zSubs, xSubs    []sharedSub
	size            []int // extents of x
	least           int   // the condition i+j >= least; 0 for none
	fixed           bool  // the number of processors stands in the program
}

// sharedSub is (a sum of the iterations + k) / div % mod.
type sharedSub struct {
	c        [3]int
	k        int
	div, mod int
}

func (s sharedSub) at(it [3]int) int {
	x := s.k
	for l, c := range s.c {
		x += c * it[l]
	}
	if s.div > 1 {
		x /= s.div
	}
	if s.mod > 0 {
		x %= s.mod
	}
	return x
}

func (s sharedSub) text() string {
	out := fmt.Sprint(s.k)
	for l, c := range s.c {
		switch {
		case c > 0:
			out += fmt.Sprintf(" + %d*%c", c, 'i'+l)
		case c < 0:
			out += fmt.Sprintf(" - %d*%c", -c, 'i'+l)
		}
	}
	out = "(" + out + ")"
	if s.div > 1 {
		out = fmt.Sprintf("(%s/%d)", out, s.div)
	}
	if s.mod > 0 {
		out = fmt.Sprintf("(%s%%%d)", out, s.mod)
	}
	return out
}

// each calls do for all iterations in which the statement is executed.
func (n *sharedNest) each(do func(it [3]int)) {
	var it [3]int
	var in func(l int)
	in = func(l int) {
		if l == n.loops {
			if n.least == 0 || it[0]+it[1] >= n.least {
				do(it)
			}
			return
		}
		lo := n.lo[l]
		if n.lower[l] > 0 {
			lo = it[n.lower[l]-1]
		}
		for it[l] = lo; it[l] < n.hi[l]; it[l] += n.stride[l] {
			in(l + 1)
		}
		it[l] = 0
	}
	in(0)
}

// count lists what each processor needs.
func (n *sharedNest) count() (messages, elements int) {
	pairs, values := map[[2]int]bool{}, map[string]bool{}
	n.each(func(it [3]int) {
		from, to := n.owner(n.x, n.xSubs, it, n.size), n.owner(n.z, n.zSubs, it, n.hi[:])
		if from == to {
			return
		}
		pairs[[2]int{from, to}] = true
		key := fmt.Sprint(to)
		for _, s := range n.xSubs {
			key += fmt.Sprint(" ", s.at(it))
		}
		values[key] = true
	})
	return len(pairs), len(values)
}

func (n *sharedNest) owner(m nestMap, subs []sharedSub, it [3]int, size []int) int {
	x := subs[m.dim].at(it)
	if m.kind == "even" {
		return x / ((size[m.dim] + n.P - 1) / n.P)
	}
	return m.owner(x, n.P)
}

func randomShared(r *rand.Rand) *sharedNest {
	n := &sharedNest{P: 1 + r.Intn(5), loops: 1 + r.Intn(3), fixed: r.Intn(2) == 0}
	if n.loops > 1 {
		n.inner = r.Intn(2)
	}
	for l := range n.loops {
		n.lo[l], n.stride[l] = r.Intn(3)*r.Intn(2), 1
		n.hi[l] = n.lo[l] + 1 + r.Intn(9)
		switch r.Intn(6) {
		case 0:
			n.stride[l] = 2
		case 1:
			if l > 0 {
				n.lower[l] = 1 + r.Intn(l)
			}
		}
	}
	if r.Intn(5) == 0 {
		n.least = 2 + r.Intn(4)
	}
	mapOf := func(dims int) nestMap {
		m := nestMap{kind: []string{"block", "even", "cyclic", "cyclic", "blockcyclic", "local"}[r.Intn(6)], m: 2 + r.Intn(4), dim: r.Intn(dims)}
		if m.kind == "local" {
			m.m = r.Intn(n.P)
		}
		return m
	}
	n.zSubs = []sharedSub{{c: [3]int{1, 0, 0}}, {c: [3]int{0, 1, 0}}} // one element for each iteration of the independent loops
	if n.loops-n.inner < 2 {
		n.zSubs = n.zSubs[:1]
	}
	if n.loops-n.inner == 3 {
		n.zSubs = append(n.zSubs, sharedSub{c: [3]int{0, 0, 1}})
	}
	n.z = mapOf(len(n.zSubs))
	for range 1 + r.Intn(2) {
		s := sharedSub{k: r.Intn(3) * r.Intn(2), div: 1}
		for range 1 + r.Intn(2) {
			s.c[r.Intn(n.loops)] = []int{1, 1, 1, 2, 3, -1}[r.Intn(6)]
		}
		least := 0
		n.each(func(it [3]int) { least = min(least, s.at(it)) })
		s.k -= least
		switch r.Intn(4) {
		case 0:
			s.mod = 2 + r.Intn(8)
		case 1:
			s.div = 2 + r.Intn(4)
		case 2:
			if r.Intn(3) == 0 {
				s.div, s.mod = 2+r.Intn(3), 2+r.Intn(5)
			}
		}
		n.xSubs = append(n.xSubs, s)
	}
	n.x = mapOf(len(n.xSubs))
	n.size = make([]int, len(n.xSubs))
	n.each(func(it [3]int) {
		for d, s := range n.xSubs {
			n.size[d] = max(n.size[d], s.at(it)+1+r.Intn(2))
		}
	})
	return n
}

// program has the nest as independent loops, with gathered messages.
func (n *sharedNest) program() string {
	var b strings.Builder
	procs := "p"
	if n.fixed {
		procs = fmt.Sprint(n.P)
	}
	fmt.Fprintf(&b, "globalpragmas <$ ProcessorType = ((Node \"nest.pam\")), Processors = ((Node q[%s])) $>;\npublic class a {\n", procs)
	array := func(name string, m nestMap, size []int) {
		var names, extents, stars []string
		for d, e := range size {
			names, extents, stars = append(names, string("rct"[d])), append(extents, fmt.Sprint(max(1, e))), append(stars, "*")
		}
		form := strings.Replace(nestMap{m.kind, m.m, 0}.form(), " r", " "+names[m.dim], 1)
		fmt.Fprintf(&b, "    static double %s[%s] <$ on = (lambda (%s) %s) $> = new double[%s];\n", name, strings.Join(stars, ","), strings.Join(names, " "), form, strings.Join(extents, ","))
	}
	array("z", n.z, n.hi[:len(n.zSubs)])
	array("x", n.x, n.size)
	b.WriteString("    public static void main() {\n        <$ independent, Pamela = parallel $>\n        foreach( ")
	for l := range n.loops {
		if l == n.loops-n.inner {
			b.WriteString(" ) for( ")
		} else if l > 0 {
			b.WriteString(", ")
		}
		lo := fmt.Sprint(n.lo[l])
		if n.lower[l] > 0 {
			lo = string(rune('i' + n.lower[l] - 1))
		}
		fmt.Fprintf(&b, "%c :- %s:%d:%d", 'i'+l, lo, n.hi[l], n.stride[l])
	}
	b.WriteString(" ) ")
	if n.least > 0 {
		other := "0"
		if n.loops > 1 {
			other = "j"
		}
		fmt.Fprintf(&b, "if( i+%s >= %d ) ", other, n.least)
	}
	subs := func(list []sharedSub) string {
		var out []string
		for _, s := range list {
			out = append(out, s.text())
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	fmt.Fprintf(&b, "z%s = ", subs(n.zSubs))
	if n.inner > 0 {
		fmt.Fprintf(&b, "z%s + ", subs(n.zSubs))
	}
	fmt.Fprintf(&b, "x%s;\n    }\n}\n", subs(n.xSubs))
	return b.String()
}

func TestSharedElementsAgainstAListOfThem(t *testing.T) {
	count := *repeatsCount
	if testing.Short() {
		count = min(count, 150)
	}
	moved := 0
	for k := range int64(count) {
		seed := *repeatsSeed + k
		n := randomShared(rand.New(rand.NewSource(seed)))
		messages, elements := n.count()
		moved += elements
		text := n.program()
		snap := workspace.New(texts.FS{"a.spar": text, "nest.pam": nestMachine}).Snapshot()
		f, err := snap.File("a.spar")
		if err != nil {
			t.Fatal(err)
		}
		s := settings.Settings{Procs: n.P, Values: map[string]float64{"aggregated_messages": 1}}
		m, err := ModelOf(snap, f, s)
		if err != nil {
			t.Fatal(err)
		}
		doubt := false
		for _, d := range m.Diagnostics {
			if d.Severity == source.Error && n.fixed {
				t.Fatalf("seed %d: %s\n%s", seed, d.Message, text)
			}
			doubt = doubt || strings.Contains(d.Message, "how many different ones")
		}
		counts, err := m.Counts(m.Values(s))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if int(counts[2]) != messages || int(counts[3]) != elements && !(doubt && int(counts[3]) > elements) {
			t.Errorf("seed %d on %d: %v messages of %v elements, want %d of %d\n%s", seed, n.P, counts[2], counts[3], messages, elements, text)
		}
	}
	if moved < 2*count {
		t.Errorf("only %d elements in %d nests", moved, count)
	}
}
