package elements

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// a(1:n-c) = b(1+c:n), n = 100 on 4 processors; expectations by hand: BLOCK
// fetches c from the right neighbour; CYCLIC(k) fetches min(c, k) of each of
// its blocks but for a last one without successor; a shift by k*p stays home.
func TestShiftIsCountedByHand(t *testing.T) {
	cases := []struct {
		name               string
		kind               mapping.FormatKind
		param, shift       int64
		messages, elements []int64
		direction          string
	}{
		{"block", mapping.Block, 0, 1, []int64{1, 1, 1, 0}, []int64{1, 1, 1, 0}, "(+)"},
		{"cyclic", mapping.Cyclic, 0, 1, []int64{1, 1, 1, 1}, []int64{25, 25, 25, 24}, "(+1)"},
		{"cyclic(5)", mapping.Cyclic, 5, 1, []int64{1, 1, 1, 1}, []int64{5, 5, 5, 4}, "(+1)"},
		{"cyclic by p", mapping.Cyclic, 0, 4, []int64{0, 0, 0, 0}, []int64{0, 0, 0, 0}, ""},
		{"block by more than a block", mapping.Block, 0, 30, []int64{2, 2, 1, 0}, []int64{25, 25, 20, 0}, "(+)"},
		{"block(40)", mapping.Block, 40, 1, []int64{1, 1, 0, 0}, []int64{1, 1, 0, 0}, "(+)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := build(t, 1)
			x, y := b.vector("a", 100, c.kind, c.param), b.vector("b", 100, c.kind, c.param)
			b.add(b.let(el(x, sec(1, 100-c.shift)), el(y, sec(1+c.shift, 100))))
			line := b.run(4).Lines[1]
			if len(line.Transfers) > 0 && line.Transfers[0].Direction != c.direction {
				t.Errorf("%s: direction %s, want %s", c.name, line.Transfers[0].Direction, c.direction)
			}
			for p := range 4 {
				got := line.Received(p)
				if got.Messages != c.messages[p] || got.Elements != c.elements[p] || got.Bytes != 4*c.elements[p] {
					t.Errorf("%s: processor %d receives %+v, want %d messages of %d elements", c.name, p, got, c.messages[p], c.elements[p])
				}
			}
		})
	}
}

// The loads of one DISTRIBUTE or ALIGN, by hand.
func TestLoads(t *testing.T) {
	cases := []struct {
		name             string
		n, scale, extent int64
		kind             mapping.FormatKind
		param            int64
		processors       int
		loads            []int64
		offset           int64
	}{
		{name: "block 10 on 4", n: 10, scale: 1, extent: 10, kind: mapping.Block, processors: 4, loads: []int64{3, 3, 3, 1}},
		{name: "block 9 on 4", n: 9, scale: 1, extent: 9, kind: mapping.Block, processors: 4, loads: []int64{3, 3, 3, 0}},
		{name: "cyclic(2) 10 on 3", n: 10, scale: 1, extent: 10, kind: mapping.Cyclic, param: 2, processors: 3, loads: []int64{4, 4, 2}},
		{name: "aligned 2i-1", n: 10, scale: 2, offset: -1, extent: 20, kind: mapping.Block, processors: 4, loads: []int64{3, 2, 3, 2}},
		{name: "reversed", n: 10, scale: -1, offset: 11, extent: 10, kind: mapping.Block, processors: 4, loads: []int64{3, 3, 3, 1}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := build(t, 1)
			a := b.mapOnto(b.real("a", c.n), b.aligned(0, c.scale, c.offset, c.extent, c.kind, c.param))
			b.add(b.let(sym(a), val(0)))
			line := b.run(c.processors).Lines[1]
			for p, want := range c.loads {
				if got := line.Processors[p]; got.Iterations != want || got.Ops["store"] != float64(want) {
					t.Errorf("%s: processor %d has %d iterations, %v stores, want %d", c.name, p, got.Iterations, got.Ops["store"], want)
				}
			}
			if line.Executions != c.n {
				t.Errorf("%s: %d executions", c.name, line.Executions)
			}
		})
	}
}

// Two shifts in one direction are one message of their union, the opposite one
// is another; with CYCLIC every offset is its own. a(3:10) = b(4:11) + b(5:12) -
// b(2:9) on 3 processors, seen from processor 1: BLOCK, it has 5:8, gets 9 and
// 10 in one message and 4 in another. CYCLIC, it has 2, 5, 8, 11 and executes
// 5 and 8: each of the three offsets brings two elements.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		kind               mapping.FormatKind
		messages, elements int64
	}{
		{mapping.Block, 2, 3},
		{mapping.Cyclic, 3, 6},
	} {
		t.Run(fmt.Sprint(c.kind), func(t *testing.T) {
			b := build(t, 1)
			x, y := b.vector("a", 12, c.kind, 0), b.vector("b", 12, c.kind, 0)
			sum := op(op(el(y, sec(4, 11)), program.Add, el(y, sec(5, 12))), program.Sub, el(y, sec(2, 9)))
			b.add(b.let(el(x, sec(3, 10)), sum))
			got := b.run(3).Lines[1].Received(1)
			if got.Messages != c.messages || got.Elements != c.elements {
				t.Errorf("format %d: %+v, want %d messages, %d elements", c.kind, got, c.messages, c.elements)
			}
		})
	}
}

// A reference that is no shift has its own message, the same one written twice
// has one: a = b(9-i) + b(9-i) + b(10-i), i = 2..8, on 2 processors. Processor
// 0 executes 2:4 and reads 5:7 and 6:8, processor 1 executes 5:8 and reads 1:4
// and 2:5.
func TestSameReferenceTwice(t *testing.T) {
	b := build(t, 1)
	x, y, i := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Block, 0), b.int("i")
	mirrored := func(n int64) *program.Ref { return el(y, op(num(n), program.Sub, sym(i))) }
	b.add(b.loop(i, 2, 8, func() []program.Stmt {
		return []program.Stmt{b.let(el(x, sym(i)), op(op(mirrored(9), program.Add, mirrored(9)), program.Add, mirrored(10)))}
	}))
	c := b.run(2)
	expect(t, c.Lines[2], "2/6 2/7")
	if tr := c.Lines[2].Transfers; len(tr) != 2 || tr[0].Direction != "(=-1i+10)" || tr[1].Direction != "(=-1i+9)" {
		t.Errorf("%d groups, the first in direction %s", len(tr), tr[0].Direction)
	}
}
