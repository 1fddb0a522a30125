package aag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

var vectorMappings = []string{"BLOCK", "CYCLIC", "CYCLIC(2)", "CYCLIC(3)", "BLOCK(9)"}

// TestRedistribute compares remaps between all pairs of formats with the
// interpreter: messages, elements and copies per processor.
func TestRedistribute(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}, {7}}, 2: {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 3}}}
	for _, from := range vectorMappings {
		t.Run(from, func(t *testing.T) {
			for _, to := range vectorMappings {
				fitting := grids
				if strings.Contains(from+to, "(9)") { // one block does not hold all
					fitting = map[int][][]int{1: {{2}, {3}, {4}, {5}, {7}}}
				}
				check(t, fitting, "!HPF$ PROCESSORS pr(4)", "real :: a(17)", "!HPF$ DISTRIBUTE a("+from+") ONTO pr\n!HPF$ DYNAMIC a", "!HPF$ REDISTRIBUTE a("+to+") ONTO pr")
			}
		})
	}
	for _, x := range [][2]string{{"(BLOCK,*)", "(*,BLOCK)"}, {"(*,CYCLIC)", "(BLOCK,*)"}, {"(CYCLIC(2),*)", "(CYCLIC,*)"}, {"(*,BLOCK)", "(*,CYCLIC(3))"}} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			check(t, grids, "!HPF$ PROCESSORS pr(4)", "real :: a(13,10)", "!HPF$ DISTRIBUTE a"+x[0]+" ONTO pr\n!HPF$ DYNAMIC a", "!HPF$ REDISTRIBUTE a"+x[1]+" ONTO pr")
		})
	}
	for _, x := range [][2]string{{"(BLOCK,BLOCK)", "(BLOCK,CYCLIC)"}, {"(CYCLIC,BLOCK)", "(BLOCK,CYCLIC(2))"}, {"(BLOCK,CYCLIC)", "(BLOCK,CYCLIC)"}} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			check(t, grids, "!HPF$ PROCESSORS pr(2,2)", "real :: a(13,10)", "!HPF$ DISTRIBUTE a"+x[0]+" ONTO pr\n!HPF$ DYNAMIC a", "!HPF$ REDISTRIBUTE a"+x[1]+" ONTO pr")
		})
	}
}

// TestRealign does the same for alignments, templates, and the mapping in force
// behind a directive.
func TestRealign(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}}, 2: {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 3}}}
	template := "!HPF$ PROCESSORS pr(2,2)\n!HPF$ TEMPLATE t(20,24)\n!HPF$ DISTRIBUTE t(BLOCK,CYCLIC(2)) ONTO pr\n!HPF$ DYNAMIC a, b, t\n"
	declarations := "integer :: i\nreal :: a(10,10), b(10,10)"
	cases := []string{
		"!HPF$ REALIGN a(i,j) WITH t(j,i)",
		"!HPF$ REALIGN a(i,j) WITH t(2*i,j+3)",
		"!HPF$ REALIGN a(i,*) WITH t(i,*)",
		"!HPF$ REALIGN a(i,*) WITH t(3,i)\na(2:9,:) = b(1:8,:)",
		"!HPF$ REDISTRIBUTE t(CYCLIC,BLOCK) ONTO pr\na(2:9,:) = b(1:8,:)",
		"a = b\n!HPF$ REALIGN b(i,j) WITH t(i+1,j)\na = b\n!HPF$ REALIGN b(i,j) WITH t(i,j)\na = b",
		"do i = 1, 3\n!HPF$ REALIGN b(i,j) WITH t(i+1,j)\na = b\n!HPF$ REALIGN b(i,j) WITH t(i,j)\na = b + 1.0\nend do",
		"!HPF$ REDISTRIBUTE t(BLOCK,CYCLIC(2)) ONTO pr",
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			check(t, grids, template, declarations, "!HPF$ ALIGN a(i,j) WITH t(i,j)\n!HPF$ ALIGN b(i,j) WITH t(i,j)", c)
		})
	}
}

// TestPeeledLoops: the first iteration of a loop that leaves an array mapped
// otherwise than it found it uses the mapping before the loop, and goes from
// there to the one that the body gives; all others find what the body leaves.
func TestPeeledLoops(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {4}}}
	check(t, grids, "!HPF$ PROCESSORS pr(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr", "integer :: i\nreal :: a(16)", "",
		"do i = 1, 3\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\na = a + 1.0\nend do")
	head := []string{"!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(40)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ DYNAMIC a, b, t", "integer :: i, j\nreal :: a(16), b(16), c(16,4), s", "!HPF$ ALIGN a(i) WITH t(i+2)\n!HPF$ ALIGN b(i) WITH t(i+5)\n!HPF$ DISTRIBUTE c(CYCLIC,*) ONTO pr"}
	for i, body := range []string{
		"!HPF$ REALIGN a(i) WITH t(i)\ndo i = 1, 2\n!HPF$ REALIGN a(i) WITH t(i)\n!HPF$ REALIGN a(i) WITH t(36-2*i)\nend do",
		"!HPF$ REALIGN a(i) WITH t(i)\ndo i = 7, 1, -2\nb = 2.0\n!HPF$ REALIGN a(i) WITH t(40-i)\na = b + 1.0\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\na = b",
		"do i = 1, 3\n!HPF$ REDISTRIBUTE t(CYCLIC) ONTO pr\na = a + 1.0\n!HPF$ REDISTRIBUTE t(CYCLIC(3)) ONTO pr\nb = 2.0\nend do\nb = 1.0",
		"!HPF$ REALIGN a(*) WITH t(*)\ndo i = 1, 3\n!HPF$ REALIGN a(i) WITH t(4)\n!HPF$ REALIGN a(*) WITH t(*)\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\nb = a",
		"do i = 1, 3\nb = a\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\nb = a",               // used before it is remapped
		"do i = 1, 3\na(i+1) = b(1)\n!HPF$ REALIGN a(i) WITH t(2*i)\na = a + 1.0\nend do", // assigned before; a message that leaves the loop
		"do i = 3, 9, 2\na(i) = b(i+1)\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\na = b",    // one element in each iteration
		"do j = 1, 2\ndo i = 1, 3\na(i) = c(i,j)\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\n!HPF$ REALIGN a(i) WITH t(i)\nend do",
		"do j = 1, 2\ndo i = 1, 3\nb(2:9) = c(1:8,1)\na = b\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\nend do", // what has come already
		"do j = 1, 2\ndo i = 1, 3\n!HPF$ REALIGN a(*) WITH t(*)\nb = a\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\n!HPF$ REALIGN a(i) WITH t(i)\nend do\nb = a",
		"do i = 1, 3\ns = s + a(i) * 2.0\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do",
		"do i = 1, 3\na(2:9) = a(1:8)\n!HPF$ REDISTRIBUTE t(CYCLIC) ONTO pr\na = cshift(b, 1)\nend do",
		"do i = 1, 3\nb = 1.0\na(2:9) = c(1:8,2)\n!HPF$ REDISTRIBUTE t(CYCLIC) ONTO pr\na(2:9) = c(1:8,2)\nend do",
		"do i = 5, 3\na(2:9) = c(1:8,2)\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do", // no iteration, neither the first
		"do i = 5, 3\na(2:9) = c(1:8,2)\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\na(2:9) = b(1:8)",
		"do j = 1, 2\ndo i = 2, 3, -1\nb = a\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\na = b\n!HPF$ REALIGN a(i) WITH t(40-2*i)\nend do",
		"do j = 1, 3\ndo i = 1, j\nb = a\n!HPF$ REALIGN a(i) WITH t(2*i)\nend do\n!HPF$ REALIGN a(i) WITH t(i)\nend do", // never empty
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			check(t, grids, append(head, body)...)
		})
	}
}

// TestLoopThatMayBeEmpty: where a loop that maps an array otherwise has no
// iteration, what follows finds another mapping than it is counted with, and the
// executions that are wrong are told.
func TestLoopThatMayBeEmpty(t *testing.T) {
	const head = "program p\ninteger :: i, j, n\nreal :: a(16), b(16)\n!HPF$ PROCESSORS pr(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: a, b\n"
	for body, want := range map[string]float64{ // with n = 2
		"do i = 1, n\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend do":                                                           0,
		"do i = 3, n\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend do\na = b":                                                    1,
		"do i = n, 1\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend do\na = b":                                                    1,
		"do j = 1, 4\ndo i = 3, j\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend do\n!HPF$ REDISTRIBUTE a(BLOCK) ONTO pr\nend do": 2,
		"do i = 3, n\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n!HPF$ REDISTRIBUTE a(BLOCK) ONTO pr\nend do\na = b":               0,
		"do j = 3, n\ndo i = 5, 4\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend do\nend do\na = b":                               0,
	} {
		t.Run(body, func(t *testing.T) {
			text := head + body + "\nend program\n"
			u, err := lowered("p.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := newClosedForms(u, source.NewText(text)).counts(map[string]float64{"n": 2}, []int{4})
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for k, v := range got {
				if k.what == "executions without an estimate" {
					sum += v
				}
			}
			if sum != want {
				t.Errorf("%v executions are without an estimate, want %v", sum, want)
			}
		})
	}
}

func check(t *testing.T, grids map[int][][]int, parts ...string) {
	t.Helper()
	text := "program p\n" + parts[1] + "\n" + parts[0] + "\n" + parts[2] + "\n" + strings.Join(parts[3:], "\n") + "\nend program\n"
	bound, err := compareMain(text, grids)
	if err != nil || bound {
		t.Errorf("%v (bound %v)\n%s", err, bound, numbered(text))
	}
}

// compareMain compares the first unit of a file, which may remap and call.
func compareMain(text string, grids map[int][][]int) (bound bool, err error) {
	u, err := lowered("p.f90", text)
	if err != nil {
		return false, err
	}
	inputs, err := elements.Parse("p.f90", text)
	if err != nil {
		return false, err
	}
	src := source.NewText(text)
	closed := newCallingForms(u, src, visible("p.f90", text))
	for line, why := range closed.void {
		return false, fmt.Errorf("line %d: no estimate: %s", line, why)
	}
	for _, grid := range grids[u.Grid.Rank()] {
		ran, err := elements.Run(inputs[0], elements.Options{Grid: grid, Scheme: scheme.Collective, Kept: closed.graph.Keeps()})
		if err != nil {
			return false, err
		}
		got, err := closed.counts(nil, grid)
		if err != nil {
			return false, err
		}
		want := countedTo(ran, src.LineOf(u.End))
		if d := closed.differences(want, got); len(d) > 0 {
			return false, fmt.Errorf("grid %v: %d differences: %s", grid, len(d), least(d))
		}
	}
	return anyTrue(closed.bound), nil
}

// TestPeeledTooDeep: each loop of a nest that is peeled may double what is in it,
// so that from some depth on the first iterations are counted like the others,
// and that is said.
func TestPeeledTooDeep(t *testing.T) {
	text := "program p\ninteger :: i1, i2, i3, i4, i5, i6, i7, i8\nreal :: a(16), b(16)\n!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(60)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ DYNAMIC a\n!HPF$ ALIGN a(i) WITH t(i)\n!HPF$ ALIGN b(i) WITH t(i)\n"
	for d := 1; d <= 8; d++ {
		text += fmt.Sprintf("do i%d = 1, 2\n", d)
	}
	text += "b = a\n"
	for d := 8; d >= 1; d-- {
		text += fmt.Sprintf("!HPF$ REALIGN a(i) WITH t(i+%d)\nend do\n", d)
	}
	u, err := lowered("p.f90", text+"end program\n")
	if err != nil {
		t.Fatal(err)
	}
	forms := newClosedForms(u, source.NewText(text))
	if n := len(forms.graph.Units); n > 1000 {
		t.Errorf("%d units", n)
	}
	if why := forms.void[14]; !strings.Contains(why, "the first iteration finds A mapped otherwise than the others") || forms.void[13] != "" {
		t.Errorf("without estimate: %v", forms.void)
	}
}

// TestRemapsThatVary: directives are lowered in the order of the source. Where
// executing a loop's body again would remap otherwise, the line says so.
func TestRemapsThatVary(t *testing.T) {
	const (
		realign  = "!HPF$ REALIGN c(i) WITH t(i)\n"
		shifted  = "!HPF$ REALIGN c(i) WITH t(i+1)\n"
		copies   = "!HPF$ REALIGN c(*) WITH t(*)\n"
		cyclic   = "!HPF$ REDISTRIBUTE t(CYCLIC) ONTO pr\n"
		block    = "!HPF$ REDISTRIBUTE t(BLOCK) ONTO pr\n"
		use, end = "c = a\n", "end do\n"
	)
	for _, c := range []struct {
		name, body string
		varies     string // lines of the body, from 1
	}{
		{"in no loop", realign + cyclic + use, "[]"},
		{"the template is block in the first iteration only", "do k = 1, 3\n" + realign + use + cyclic + end, "[2]"},
		{"block whenever the loop comes round", "do k = 1, 3\n" + realign + use + cyclic + use + block + end, "[]"},
		{"c is not moved with the template at first", "do k = 1, 3\n" + cyclic + use + shifted + use + end, "[2]"},
		{"the same alignment", "do k = 1, 3\n" + realign + use + end, "[]"},
		{"copies, however the template is dealt", "do k = 1, 3\n" + copies + use + cyclic + end, "[]"},
		{"seen from the outer loop", "do l = 1, 3\ndo k = 1, 3\n" + realign + use + end + cyclic + end, "[3]"},
		{"the inner loop leaves it as it was", "do l = 1, 3\ndo k = 1, 3\n" + realign + use + end + end, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\ninteger, parameter :: n = 16\ninteger :: i, k, l\nreal :: a(n), c(n)\n" +
				"!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(n+1), u(n+1)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ DISTRIBUTE u(BLOCK) ONTO pr\n" +
				"!HPF$ ALIGN a(i) WITH t(i)\n!HPF$ ALIGN c(i) WITH u(i)\n!HPF$ DYNAMIC a, c, t, u\n" + c.body + "end program\n"
			u, err := lowered("x.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			closed := newFormsUnder(scheme.Collective, u, source.NewText(text), visible("x.f90", text))
			var lines []int
			for line := range closed.void {
				lines = append(lines, line-11)
			}
			slices.Sort(lines)
			if got := fmt.Sprint(lines); got != c.varies {
				t.Errorf("%s: lines %s, want %s", c.name, got, c.varies)
			}
		})
	}
}
