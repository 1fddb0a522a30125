package explain_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/generate"
)

func explained(t testing.TB, text string, grid ...int) *explain.Unit {
	t.Helper()
	src := source.NewText(text)
	u := lower.Lower(fortran.Parse(src, fortran.FormOf("a.f90"))).Units[0]
	b := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps)
	env := map[string]float64{}
	if b.Grid == nil {
		grid = nil
	}
	for _, l := range u.Layouts { // on further arrangements
		for i, e := range l.Grid.Extents {
			if n, ok := u.Arena.ConstInt(l.Grid.Declared[i]); ok {
				env[u.Arena.Free(e)[0].Name] = float64(n)
			}
		}
	}
	for g := range grid {
		for _, s := range b.A.Free(b.Grid.Extents[g]) {
			env[s.Name] = float64(grid[g])
		}
	}
	for _, v := range u.Values {
		if c, ok := v.Expr.(*program.Const); ok {
			env[v.Name] = float64(c.Int)
		}
	}
	layouts := maps.Clone(b.Layouts)
	return explain.New(explain.Input{
		Unit: u, Text: src, Graph: aag.Build(u.Unit, b), Layouts: layouts, Grid: grid,
		Value: func(name string) float64 { return env[name] },
	})
}

// What a unit's only line has to say, for directives and a statement.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		name, directives, statement string
		grid                        []int
		says                        []string
	}{
		{"block", "DISTRIBUTE a(BLOCK)", "a = 1", []int{3}, []string{
			"owner: c = (i - 1) div block; block = ceil(n/p) = 4", "(0): A(1:4), 4 elements, 16 bytes", "(2): A(9:10), 2 elements, 8 bytes",
			"executed 4 times on 2 processors, first (0); 2 times on (2)",
		}},
		{"idle", "DISTRIBUTE a(BLOCK)", "a = 1", []int{6}, []string{"(5): nothing", "0 times on (5)"}},
		{"cyclic", "DISTRIBUTE a(CYCLIC(2))", "a = 1", []int{3}, []string{
			"owner: c = (ceil(i/2) - 1) mod p", "(0): A(1:2|7:8), 4 elements, 16 bytes", "(1): A(3:4|9:10)",
			"c makes dimension 1 with (ceil(_1/2) - 1) mod p = c",
		}},
		{"chain", "DISTRIBUTE b(BLOCK)", "a = 1", []int{2}, nil},
		{"shift", "DISTRIBUTE a(BLOCK)", "a(2:n) = a(1:n-1)", []int{2}, []string{
			"shift of A by -1 along dimension 1, before the statement", "(0) -> (1): A(5), 1 element, 4 bytes", "overlap area in dimension 1: 1 below, 0 above",
			"24 bytes with the overlap area",
		}},
		{"brought before", "DISTRIBUTE a(BLOCK)\n!HPF$ ALIGN b(i) WITH a(i)", "b(2:n) = a(1:n-1)\nb(2:n) = b(2:n) + a(1:n-1)", []int{2}, []string{
			"8 \nassignment", "no shift of A by -1 along dimension 1: line 7 has brought the same, and nothing was stored since",
		}},
		{"strided", "TEMPLATE t(20)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO p\n!HPF$ ALIGN a(i) WITH t(2*i)", "a(2:n) = a(1:n-1)", []int{2}, []string{
			"shift of A by -1 along dimension 1", "(0) -> (1): A(5), 1 element", "overlap area in dimension 1: 1 below, 0 above",
		}},
		{"turned round", "TEMPLATE t(20)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO p\n!HPF$ ALIGN a(i) WITH t(21-2*i)", "a(2:n) = a(1:n-1)", []int{2}, []string{
			"shift of A by -1 along dimension 1", "(1) -> (0): A(5), 1 element",
		}},
		{"another arrangement", "PROCESSORS q(2,2)\n!HPF$ PROCESSORS r(4)\n!HPF$ TEMPLATE t(n,n)\n!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO q\n!HPF$ ALIGN b(i) WITH t(i,*)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO r", "a = 1", []int{2, 2}, []string{
			"owner: a coordinate of another arrangement = (i - 1) div block3; block3 = ceil(n/p_r) = 3\n", "(0,1): A(7:9)", "owner: c1 = (i - 1) div block1, c2 = any; block1 = ceil(n/p1) = 5; 2 copies of every element",
		}},
		{"broadcast", "DISTRIBUTE a(BLOCK)", "s = a(7)", []int{3}, []string{"broadcast of A from its owner", "(1) -> (0): A(7), 1 element", "(1) -> (2): A(7), 1 element"}},
		{"circular", "DISTRIBUTE a(BLOCK)", "a = cshift(a, -1)", []int{2}, []string{"(1) -> (0): A(10), 1 element", "(0) -> (1): A(5), 1 element"}},
		{"many", "DISTRIBUTE a(BLOCK)", "a(2:n) = a(1:n-1)", []int{10}, []string{"(0) -> (1): A(1), 1 element"}},
		{"guard", "DISTRIBUTE a(BLOCK)", "a(7) = 1", []int{2}, []string{"only where", "1 time on (1)"}},
		{"nothing mapped", "", "a = 1", nil, []string{"assignment by every processor", "10 times on every processor"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\ninteger, parameter :: n = 10\nreal a(n), b(n), s\n!HPF$ PROCESSORS p(2)\n!HPF$ " + c.directives + "\n" + c.statement + "\nend\n"
			if c.directives == "" {
				text = strings.Replace(text, "!HPF$ \n", "", 1)
			}
			u := explained(t, text, c.grid...)
			said := words(u)
			for _, want := range c.says {
				if !strings.Contains(said, want) {
					t.Errorf("it does not say %q:\n%s", want, said)
				}
			}
		})
	}
}

func words(u *explain.Unit) string {
	var b strings.Builder
	for _, e := range slices.Concat(u.ArrayEntries(), u.LineEntries()) {
		fmt.Fprintf(&b, "%d %s\n%s\n", e.Line, e.Head, strings.Join(e.Paragraphs, "\n"))
	}
	return b.String()
}

// Alignments are followed to the distribution, with their offsets.
func TestChain(t *testing.T) {
	u := explained(t, `program x
real a(8,8), b(0:8)
!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(20,20)
!HPF$ DISTRIBUTE t(BLOCK,CYCLIC(5)) ONTO p
!HPF$ ALIGN a(i,j) WITH t(2*i+1,*)
!HPF$ ALIGN b(i) WITH a(i,3)
b = 0
end
`, 2, 2)
	said := words(u)
	for _, want := range []string{
		"mapped by A(i,*) WITH T(2*i + 1,*), line 6", "mapped by T(20,20) (BLOCK,CYCLIC(5)) ONTO P, line 5",
		"mapped by B(i) WITH A(i,3), line 7", "c2 = any; ", "2 copies of every element",
	} {
		t.Run(want, func(t *testing.T) {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %q:\n%s", want, said)
			}
		})
	}
}

// With more than 16 messages, kinds of them are told; with more processors than
// are listed, classes.
func TestMany(t *testing.T) {
	u := explained(t, `program x
integer, parameter :: n = 100
real a(n), b(n)
!HPF$ PROCESSORS p(20)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
b(2:n) = a(1:n-1)
end
`, 20)
	c := u.Communications[0]
	if len(c.Pairs) != 0 || len(c.Groups) != 1 || c.Groups[0].Pairs != 19 || c.Groups[0].Offset[0] != -1 || c.Groups[0].Elements != 1 {
		t.Errorf("groups %+v", c.Groups)
	}
	if a := u.Arrays[0]; len(a.Locals) != 1 || a.Locals[0].Processors != 20 || a.Locals[0].Elements != 5 {
		t.Errorf("parts %+v", u.Arrays[0].Locals)
	}
	if u := explained(t, "program x\nreal a(9)\n!HPF$ PROCESSORS p(2)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\na = 1\nend\n", 5000); len(u.Unknown) != 1 {
		t.Errorf("5000 processors: %+v", u)
	}
}

// A line has what concerns it and nothing else.
func TestLine(t *testing.T) {
	const text = `program x
real a(9), b(9)
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN b(i) WITH a(i)
do k = 1, 5
b(2:9) = &
  a(1:8)
a = b
end do
end
`
	u := explained(t, text, 3)
	lines := strings.Split(text, "\n")
	for line, want := range map[int]string{
		2: "arrays A B", 4: "arrays A B", 5: "arrays A B", 6: "loops 6", 7: "arrays B statements 7 communications 7",
		8: "arrays A statements 7 communications 7", 9: "arrays A B statements 9", 10: "",
	} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := summary(u.At(line, lines[line-1])); !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("line %d: %q, want %q", line, got, want)
			}
		})
	}
	moved := u.Moved(100)
	if moved.Communications[0].Line != u.Communications[0].Line+100 || u.Statements[0].Line > 100 || moved.Arrays[0].Chain[0].Line != 104 {
		t.Error("Moved does not move, or moves what it is made from")
	}
}

func summary(u *explain.Unit) string {
	var out []string
	add := func(name string, n int, each func(int) any) {
		if n > 0 {
			out = append(out, name)
		}
		for i := range n {
			out = append(out, fmt.Sprint(each(i)))
		}
	}
	add("arrays", len(u.Arrays), func(i int) any { return u.Arrays[i].Name })
	add("loops", len(u.Loops), func(i int) any { return u.Loops[i].Line })
	add("statements", len(u.Statements), func(i int) any { return u.Statements[i].Line })
	add("communications", len(u.Communications), func(i int) any { return u.Communications[i].Line })
	return strings.Join(out, " ")
}

// The reading keeps every line of the source, in order, and marks what it adds.
func TestReading(t *testing.T) {
	const text = `program x
real a(9), b(9)
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
forall (i = 2:9)
  b(i) = a(i-1)
end forall
end
`
	reading := explain.Reading(source.NewText(text), []*explain.Unit{explained(t, text, 3)})
	var own, added []string
	for _, l := range strings.Split(strings.TrimSuffix(reading, "\n"), "\n") {
		if strings.HasPrefix(l, "!spmd ") {
			added = append(added, l)
		} else {
			own = append(own, l)
		}
	}
	if got := strings.TrimRight(strings.Join(own, "\n"), "\n"); got != strings.TrimRight(text, "\n") {
		t.Errorf("the source is\n%s", got)
	}
	at := func(s string) int { return strings.Index(reading, s) }
	if at("!spmd fill overlap: shift of A by -1") < 0 || at("!spmd fill overlap") > at("forall (i") || at("!spmd   for i = ") < at("forall (i") {
		t.Errorf("%s", strings.Join(added, "\n"))
	}
	if at("!spmd local A(0:3)") < 0 || at("(0) -> (1): A(3)") < 0 {
		t.Errorf("%s", strings.Join(added, "\n"))
	}
}

// declared returns the extents of a program's arrangement.
func declared(text string) []int {
	_, list, _ := strings.Cut(text, "PROCESSORS pr(")
	list, _, _ = strings.Cut(list, ")")
	var grid []int
	for _, extent := range strings.Split(list, ",") {
		var n int
		fmt.Sscan(extent, &n)
		grid = append(grid, n)
	}
	return grid
}

// Any program is explained, without a fault, and what the listed messages carry
// is what the closed forms count, where these are exact.
func TestGeneratedPrograms(t *testing.T) {
	checked, programs := 0, uint64(150)
	if testing.Short() {
		programs = 50
	}
	for seed := range programs {
		p := generate.Seeded(seed + 1)
		text := p.Text()
		u := explained(t, text, declared(text)...)
		if explain.Reading(source.NewText(text), []*explain.Unit{u}) == "" {
			t.Errorf("seed %d: no reading", seed+1)
		}
		for _, c := range u.Communications {
			if c.Unlisted != "" || c.Bound || len(c.At) > 0 || c.Executions != 1 || c.Kind == "reduction" {
				continue
			}
			sum := int64(0)
			for _, pair := range c.Pairs {
				sum += pair.Elements
			}
			for _, g := range c.Groups {
				sum += g.Elements * int64(g.Pairs)
			}
			checked++
			if float64(sum) != c.Total.Elements || float64(c.Number) != c.Total.Messages {
				t.Errorf("seed %d, line %d: %s: %d messages with %d elements are listed, %g with %g are counted\n%s", seed+1, c.Line, c.Text, c.Number, sum, c.Total.Messages, c.Total.Elements, text)
				return
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d communications checked", checked)
	}
}

// A loop that leaves an array mapped otherwise than it found it is shown in two
// parts: by hand, 8 elements in blocks of 4 on 2 processors, whose odd ones lie on
// the first afterwards. B(6) lies on the second processor before and after, and A(4)
// on the first; the remap brings 2 elements to each.
func TestPeeledLoop(t *testing.T) {
	u := explained(t, `program p
  integer :: l
  real :: a(8), b(8)
!HPF$ PROCESSORS pr(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b
!HPF$ DYNAMIC b
  do l = 1, 3
    a(4) = b(6)
!HPF$ REDISTRIBUTE b(CYCLIC) ONTO pr
  end do
end program
`, 2)
	var loops, moves []string
	for _, l := range u.Loops {
		loops = append(loops, l.Header)
	}
	for _, c := range u.Communications {
		moves = append(moves, fmt.Sprintf("%d: %v elements, %s", c.Line, c.Total.Elements, c.Reason))
	}
	if want := []string{"l = 1, 1", "l = 2, 3"}; !slices.Equal(loops, want) {
		t.Errorf("loops %q, want %q", loops, want)
	}
	want := []string{
		"8: 1 elements, in the first iteration over L, stays inside the loop over L: B is remapped in it",
		"8: 2 elements, in the iterations over L behind the first, stays inside the loop over L: B is remapped in it",
		"9: 4 elements, in the first iteration over L, it is needed anew in every iteration",
	}
	if !slices.Equal(moves, want) {
		t.Errorf("communications\n%s\nwant\n%s", strings.Join(moves, "\n"), strings.Join(want, "\n"))
	}
}
