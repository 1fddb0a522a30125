package elements

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
)

// pairs writes the transfers of a line as "sender>receiver:elements".
func pairs(l *Line) string {
	var words []string
	for s := range l.Processors {
		for r := range l.Processors {
			n := int64(0)
			for _, tr := range l.Transfers {
				n += tr.Pairs[Pair{s, r}].Elements
			}
			if n > 0 {
				words = append(words, fmt.Sprintf("%d>%d:%d", s, r, n))
			}
		}
	}
	return strings.Join(words, " ")
}

func (b *builder) layout(axes ...mapping.Axis) mapping.Layout {
	return mapping.Layout{Grid: b.in.Grid, Axes: axes}
}

// Remaps of a vector of 10 on 3 processors. BLOCK has 1:4 5:8 9:10, CYCLIC 1 4
// 7 10, 2 5 8, 3 6 9.
func TestRemap(t *testing.T) {
	b := build(t, 1)
	x := b.real("x", 10)
	block := b.layout(b.aligned(0, 1, 0, 10, mapping.Block, 0))
	cyclic := b.layout(b.aligned(0, 1, 0, 10, mapping.Cyclic, 0))
	everywhere := b.layout(mapping.Axis{Kind: mapping.Replicated})
	middle := b.layout(b.fixed(5, 10))
	cases := []struct {
		from, to mapping.Layout
		want     string
		copies   float64 // of processor 0
	}{
		{block, cyclic, "0>1:1 0>2:1 1>0:1 1>2:1 2>0:1", 4},
		{block, block, "", 0},
		{cyclic, everywhere, "0>1:4 0>2:4 1>0:3 1>2:3 2>0:3 2>1:3", 10},
		{everywhere, block, "", 4},
		{block, middle, "0>1:4 2>1:2", 0},
		{middle, block, "1>0:4 1>2:2", 4},
	}
	for i, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			l, err := Remap(b.in, Options{Grid: []int{3}, Scheme: scheme.Collective}, x, c.from, c.to)
			if err != nil {
				t.Fatal(err)
			}
			if got := pairs(l); got != c.want {
				t.Errorf("case %d: %q, want %q", i, got, c.want)
			}
			if ops := l.Processors[0].Ops; ops["load"] != c.copies || ops["store"] != c.copies {
				t.Errorf("case %d: %v, want %v copies", i, ops, c.copies)
			}
		})
	}
}

// The pairs of BLOCK(m) to BLOCK(m2) are the overlaps of their intervals: 12
// elements of BLOCK(4) on 3 go to BLOCK(6), which leaves processor 2 empty.
func TestRemapBlocks(t *testing.T) {
	b := build(t, 1)
	x := b.real("x", 12)
	four, six := b.layout(b.aligned(0, 1, 0, 12, mapping.Block, 4)), b.layout(b.aligned(0, 1, 0, 12, mapping.Block, 6))
	l, err := Remap(b.in, Options{Grid: []int{3}, Scheme: scheme.Collective}, x, four, six)
	if err != nil {
		t.Fatal(err)
	}
	if got := pairs(l); got != "1>0:2 2>1:4" {
		t.Error(got)
	}
}

// An arrangement of fewer processors stands on the first ones: r on 0, 1 and 2.
func TestArrangements(t *testing.T) {
	text := `program p
real :: a(6,6), b(6)
!HPF$ PROCESSORS q(2,2), r(3)
!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q
!HPF$ DISTRIBUTE b(CYCLIC) ONTO r
b = 1
end program
`
	few, err := runText(t, text, Options{Grid: []int{2, 2}})
	if err != nil {
		t.Fatal(err)
	}
	expectIterations(t, few.Lines[6], 2, 2, 2, 0)
	c, err := runText(t, text, Options{Grid: []int{2, 2}, Grids: map[string][]int{"r": {4}}})
	if err != nil {
		t.Fatal(err)
	}
	expectIterations(t, c.Lines[6], 2, 2, 1, 1)
}

// A remapping in the program: from then on the other owners execute, and the
// fetch of the loop cannot leave it. do k = 1, 2; a = b; move b; end do, with a
// BLOCK and b first BLOCK, then CYCLIC, n = 8 on 2.
func TestRemapStatement(t *testing.T) {
	b := build(t, 1)
	x, y, k := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Block, 0), b.int("k")
	directive := &program.Remap{Keyword: "redistribute"}
	b.add(b.loop(k, 1, 2, func() []program.Stmt {
		assign := b.let(sym(x), sym(y))
		directive.Node = program.Node{At: b.at()}
		return []program.Stmt{assign, directive}
	}))
	b.add(b.let(sym(y), val(1)))
	b.in.Remaps = map[program.Stmt][]Move{directive: {{Array: y, To: b.layout(b.aligned(0, 1, 0, 8, mapping.Cyclic, 0))}}}
	c := b.run(2)
	expect(t, c.Lines[2], "1/2 1/2") // in the second iteration: b(2), b(4) are at home, b(1:4:2) too
	expect(t, c.Lines[3], "1/2 1/2") // in the first only
	if l := c.Lines[3]; l.Executions != 2 || l.Processors[1].Ops["store"] != 4 {
		t.Errorf("%d executions, %v", l.Executions, l.Processors[1].Ops)
	}
	expectIterations(t, c.Lines[4], 4, 4)
}

// Blocks of 2, 5 and 3 on 3 processors; a(1:9) = a(2:10) brings one element
// over each boundary.
func TestGenBlock(t *testing.T) {
	b := build(t, 1)
	axis := b.aligned(0, 1, 0, 10, mapping.GenBlock, 0)
	axis.Format.Table = "g"
	x := b.mapOnto(b.real("a", 10), axis)
	y := b.mapOnto(b.real("b", 10), axis)
	b.add(b.let(el(x, sec(1, 9)), op(el(y, sec(2, 10)), program.Add, el(y, sec(1, 9)))))
	run := func(table ...int64) (*Counts, error) {
		return Run(b.in, Options{Grid: []int{3}, Scheme: scheme.Collective, Tables: map[string][]int64{"g": table}})
	}
	c, err := run(2, 5, 3)
	if err != nil {
		t.Fatal(err)
	}
	expectIterations(t, c.Lines[1], 2, 5, 2)
	expect(t, c.Lines[1], "1/1 1/1 0/0")
	if d := c.Lines[1].Transfers[0].Direction; d != "(+)" {
		t.Error(d)
	}
	for _, bad := range [][]int64{{2, 5}, {2, 5, 2}, {12, -5, 3}} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			if _, err := run(bad...); err == nil {
				t.Errorf("%v is accepted", bad)
			}
		})
	}
}

// Vectors on different tables are not alike, so that no reference is a shift.
func TestDifferentTables(t *testing.T) {
	b := build(t, 1)
	first, second := b.aligned(0, 1, 0, 3, mapping.Indirect, 0), b.aligned(0, 1, 0, 3, mapping.Indirect, 0)
	first.Format.Table, second.Format.Table = "m", "k"
	x, y := b.mapOnto(b.real("a", 3), first), b.mapOnto(b.real("b", 3), second)
	b.add(b.let(sym(x), sym(y)))
	c, err := Run(b.in, Options{Grid: []int{2}, Scheme: scheme.Collective, Tables: map[string][]int64{"m": {1, 2, 1}, "k": {2, 2, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, c.Lines[1], "1/1 0/0")
	if d := c.Lines[1].Transfers[0].Direction; d != "(=+1#0+1)" {
		t.Error(d)
	}
}

// INDIRECT with the constant vector m = [3,1,1,2,3,1]: processor 0 has 2 3 6,
// processor 1 has 4, processor 2 has 1 5. a = b(6:1:-1).
func TestIndirect(t *testing.T) {
	b := build(t, 1)
	table := b.int("m", 6)
	list := program.NewOpaque(table.Declared, "[3, 1,1,2,3,1]", program.ArrayConstructor)
	list.Values = []program.Expr{num(3), num(1), num(1), num(2), num(3), num(1)}
	table.Class, table.Value = program.Parameter, list
	axis := b.aligned(0, 1, 0, 6, mapping.Indirect, 0)
	axis.Format.Table = "m"
	x, y := b.mapOnto(b.real("a", 6), axis), b.mapOnto(b.real("b", 6), axis)
	reversed := sec(6, 1)
	reversed.Stride = num(-1)
	b.add(b.let(sym(x), el(y, reversed)))
	c := b.run(3)
	expectIterations(t, c.Lines[1], 3, 1, 2)
	// 0 executes 2 3 6 and reads 5 4 1; 1 executes 4, reads 3; 2 executes 1 5, reads 6 2.
	expect(t, c.Lines[1], "2/3 1/1 1/2")
}
