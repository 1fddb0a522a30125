package aag_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// inBoth are programs once in HPF and once in a language that asks for every
// communication; where the directives ask for what HPF's compiler inserts, the
// volumes are the same.
var inBoth = []struct{ name, declarations, xmp, hpf string }{
	{"one dimension", "real :: a(n), b(n)\ninteger :: i",
		`!$XMP NODES p(4)
!$XMP TEMPLATE t(n)
!$XMP DISTRIBUTE t(BLOCK) ONTO p
!$XMP ALIGN (i) WITH t(i) :: a, b
!$XMP SHADOW a(1:2)
!$XMP REFLECT (a)
!$XMP LOOP (i) ON t(i)
do i = 2, n-2
  b(i) = a(i-1) + a(i+1) + a(i+2)
end do`,
		`!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(n)
!HPF$ DISTRIBUTE t(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH t(i) :: a, b
!HPF$ INDEPENDENT
do i = 2, n-2
  b(i) = a(i-1) + a(i+1) + a(i+2)
end do`},
	{"rows, a sum", "real :: u(n,n), w(n,n), s\ninteger :: i, j",
		`!$XMP NODES p(3)
!$XMP TEMPLATE t(0:n)
!$XMP DISTRIBUTE t(BLOCK) ONTO p
!$XMP ALIGN u(i,*) WITH t(i)
!$XMP ALIGN w(i,*) WITH t(i-1)
!$XMP SHADOW u(1,0)
s = 0
!$XMP REFLECT (u) WIDTH (1:0,0)
!$XMP LOOP (i) ON t(i) REDUCTION(+:s)
do i = 2, n
  do j = 1, n
    s = s + u(i-1,j)
  end do
end do`,
		`!HPF$ PROCESSORS p(3)
!HPF$ TEMPLATE t(0:n)
!HPF$ DISTRIBUTE t(BLOCK) ONTO p
!HPF$ ALIGN u(i,*) WITH t(i)
!HPF$ ALIGN w(i,*) WITH t(i-1)
s = 0
!HPF$ INDEPENDENT, ON HOME(t(i)), REDUCTION(s), NEW(j)
do i = 2, n
  do j = 1, n
    s = s + u(i-1,j)
  end do
end do`},
	{"a transpose by GMOVE", "real :: a(n,n), b(n,n)",
		`!$XMP NODES p(2,2)
!$XMP TEMPLATE t(n,n)
!$XMP DISTRIBUTE t(BLOCK,CYCLIC(2)) ONTO p
!$XMP ALIGN a(i,j) WITH t(i,j)
!$XMP ALIGN b(i,j) WITH t(j,i)
!$XMP GMOVE
b(:,:) = a(:,:)`,
		`!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,CYCLIC(2)) ONTO p
!HPF$ ALIGN a(i,j) WITH t(i,j)
!HPF$ ALIGN b(i,j) WITH t(j,i)
b(:,:) = a(:,:)`},
	{"DVM", "real :: a(n), b(n)\ninteger :: i",
		`!DVM$ DISTRIBUTE a(BLOCK)
!DVM$ ALIGN b(i) WITH a(i)
!DVM$ PARALLEL (i) ON b(i), SHADOW_RENEW(a), REMOTE_ACCESS(b(1))
do i = 2, n-1
  b(i) = a(i-1) + a(i+1) + b(1)
end do`,
		`!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN b(i) WITH a(i)
!HPF$ INDEPENDENT
do i = 2, n-1
  b(i) = a(i-1) + a(i+1) + b(1)
end do`},
}

func TestExplicitCommunicationEqualsHPF(t *testing.T) {
	for _, c := range inBoth {
		t.Run(c.name, func(t *testing.T) {
			moved := map[string]string{}
			for language, text := range map[string]string{"explicit": c.xmp, "hpf": c.hpf} {
				closed := closedOf(t, c.declarations, text)
				if p := closed.graph.Problems; len(p) > 0 {
					t.Errorf("%s: %s", c.name, p[0].Message)
				}
				for _, grid := range map[int][][]int{1: {{1}, {3}, {4}, {5}}, 2: {{1, 1}, {2, 2}, {3, 2}}}[closed.unit.Grid.Rank()] {
					got, err := closed.counts(map[string]float64{"n": 20}, grid)
					if err != nil {
						t.Fatal(err)
					}
					moved[language] += fmt.Sprint(grid, totals(got))
				}
			}
			if moved["explicit"] != moved["hpf"] || !strings.Contains(moved["hpf"], "elements:") {
				t.Errorf("%s:\n%s\n%s", c.name, moved["explicit"], moved["hpf"])
			}
		})
	}
}

func closedOf(t *testing.T, declarations, text string) *closedForms {
	t.Helper()
	text = "program x\ninteger, parameter :: n = 20\n" + declarations + "\n" + text + "\nend program\n"
	u, err := lowered("x.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	return newClosedForms(u, source.NewText(text))
}

// totals adds up what each processor receives and executes, over all lines.
func totals(counts map[count]float64) map[string]float64 {
	out := map[string]float64{}
	for k, v := range counts {
		if k.what != "executions" && math.Abs(v) > 0 {
			out[fmt.Sprintf("%s:%d", k.what, k.processor)] += v
		}
	}
	return out
}

func TestNonLocalReferences(t *testing.T) {
	const mapped = `!$XMP NODES p(4)
!$XMP TEMPLATE t(n)
!$XMP DISTRIBUTE t(BLOCK) ONTO p
!$XMP ALIGN (i) WITH t(i) :: a, b
!$XMP SHADOW a(1)
`
	const stale = "A is read before its shadow is brought up to date: no directive does so since it was assigned"
	loop := func(statement string) string {
		return "!$XMP LOOP (i) ON t(i)\ndo i = 3, n-2\n" + statement + "\nend do\n"
	}
	for i, c := range []struct{ text, want string }{
		{loop("b(i) = a(i)"), ""},
		{"!$XMP REFLECT (a)\n" + loop("b(i) = a(i-1) + a(i+1)"), ""},
		{loop("b(i) = a(i-1)"), "A is read in its shadow, and no directive brings that up to date: right only where the program stores the shadow itself"},
		{loop("a(i) = b(i-1)"), "B is read next to what this processor holds, and no directive brings its shadow up to date"},
		{"!$XMP REFLECT (a)\n" + loop("b(i) = a(i-2)"), "A is read further away than its shadow reaches"},
		{"!$XMP REFLECT (a) WIDTH (0:1)\n" + loop("b(i) = a(i-1)"), "A is read further away than its shadow reaches"},
		{loop("b(i) = a(i-1)") + "!$XMP REFLECT (a)\n", stale},
		{"!$XMP REFLECT (a)\n" + loop("a(i) = 1.0") + loop("b(i) = a(i-1)"), stale},
		{loop("a(i) = 1.0") + "!$XMP REFLECT (a)\n" + loop("b(i) = a(i-1)"), ""},
		{"!$XMP REFLECT (a)\ndo k = 1, 5\n" + loop("b(i) = a(i-1)") + loop("a(i) = b(i)") + "end do\n", stale},
		{"do k = 1, 5\n!$XMP REFLECT (a)\n" + loop("b(i) = a(i-1)") + loop("a(i) = b(i)") + "end do\n", ""},
		{"do k = 1, 5\n!$XMP REFLECT (a)\nend do\n" + loop("b(i) = a(i-1)"), ""},
		{"!$XMP REFLECT (a) WIDTH (1:0)\n!$XMP REFLECT (a) WIDTH (0:1)\n" + loop("b(i) = a(i-1) + a(i+1)"), ""},
		{"!$XMP REFLECT (a) WIDTH (1:0)\n" + loop("b(i) = a(i+1)") + "!$XMP REFLECT (a)\n", stale},
		{"if (k > 1) then\n!$XMP REFLECT (a)\nend if\n" + loop("b(i) = a(i-1)"), ""},
		{"!$XMP REFLECT (a)\nif (k > 1) then\n" + loop("a(i) = 1.0") + "else\n" + loop("a(i) = 2.0") + "end if\n" + loop("b(i) = a(i-1)"), stale},
		{"!$XMP REFLECT (a)\ncall change(a)\n" + loop("b(i) = a(i-1)"), stale},
		{"!$XMP TEMPLATE c(n)\n!$XMP DISTRIBUTE c(CYCLIC) ONTO p\n!$XMP ALIGN d(i) WITH c(i)\n!$XMP SHADOW d(1)\n!$XMP REFLECT (d)\n" +
			strings.Replace(loop("d(i) = d(i-1)"), "ON t(i)", "ON c(i)", 1),
			"D is read next to what this processor holds, and lies in cycles, which have no shadow: only blocks do"},
		{loop("b(i) = a(5)"), "A is read where another processor holds it: only GMOVE, or REMOTE_ACCESS, brings it here"},
		{loop("b(n+1-i) = a(i)"), "B is assigned where another processor holds it: the home of the iteration must own it"},
		{loop("do k = 1, 5\ne(k) = e(k) + a(i)\nend do"), ""}, // each node has its own
		{"!$XMP GMOVE\nb(1:5) = a(11:15)\n", ""},
		{"s = sum(a)\n", "SUM takes elements that other processors hold: each has the result of its own part only, until REDUCTION combines them"},
		{"s = sum(a)\n!$XMP REDUCTION (+:s)\n", ""},
		{"s = sum(a)\n!$XMP REDUCTION (+:q)\n", "SUM takes elements that other processors hold: each has the result of its own part only, until REDUCTION combines them"},
		{"do k = 1, 5\nif (maxval(a) > 1.0) b = 0.0\nend do\n", "MAXVAL takes elements that other processors hold: each has the result of its own part only, until REDUCTION combines them"},
		{"b(1:5) = a(11:15)\n", "A is read next to what this processor holds, and no directive brings its shadow up to date"},
		{"!$XMP GMOVE\nb(1:5) = a(11:15)\nb(6:9) = a(16:19)", "A is read next to what this processor holds, and no directive brings its shadow up to date"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			g := closedOf(t, "real :: a(n), b(n), d(n), e(5), s, q\ninteger :: i, k", mapped+c.text).graph
			var got []string
			for _, p := range g.Problems {
				got = append(got, p.Message)
				if own := strings.Contains(p.Message, "shadow is brought") || strings.Contains(p.Message, "in its shadow"); own != (p.Severity == source.Warning) {
					t.Errorf("%s: of severity %v", p.Message, p.Severity)
				}
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%s%q, want %q", c.text, got, c.want)
			}
			if c.want != "" && communicates(g) {
				t.Errorf("%s: only directives may communicate", c.text)
			}
		})
	}
}

// communicates reports whether anything but a REFLECT or GMOVE does.
func communicates(g *aag.Graph) bool {
	for _, u := range g.Units {
		if u.Comm != nil && u.Comm.Operation != "reflect" && !moves(g, u) && !reduces(g, u) {
			return true
		}
	}
	return false
}

func reduces(g *aag.Graph, u *aag.AAU) bool {
	for _, s := range g.Unit.Body {
		if x, ok := s.(*program.Explicit); ok && x.Kind == program.Combine && x.Span() == u.At {
			return true
		}
	}
	return false
}

func moves(g *aag.Graph, u *aag.AAU) bool {
	for _, s := range g.Unit.Body {
		if a, ok := s.(*program.Assign); ok && a.Moves && a.Span() == u.At {
			return true
		}
	}
	return false
}

// TestReflectCountsTheShadow checks shadow updates against counting, by hand,
// the elements around each processor's block; where the first dimension is a ring, the block
// behind the last one is the first.
func TestReflectCountsTheShadow(t *testing.T) {
	t.Run("open", func(t *testing.T) { reflectCounts(t, "", false) })
	t.Run("ring", func(t *testing.T) { reflectCounts(t, " WIDTH(/PERIODIC/1:2, 1)", true) })
}

func reflectCounts(t *testing.T, widths string, ring bool) {
	text := `!$XMP NODES p(2,3)
!$XMP TEMPLATE t(n,n)
!$XMP DISTRIBUTE t(BLOCK,BLOCK) ONTO p
!$XMP ALIGN a(i,j) WITH t(i,j)
!$XMP SHADOW a(1:2,1)
!$XMP REFLECT (a)` + widths + `
a(1,1) = 0`
	closed := closedOf(t, "real :: a(n,n)", text)
	for _, grid := range [][]int{{1, 1}, {2, 3}, {4, 5}, {3, 1}} {
		t.Run(fmt.Sprint(grid), func(t *testing.T) {
			got, err := closed.counts(map[string]float64{"n": 20}, grid)
			if err != nil {
				t.Fatal(err)
			}
			for p := range grid[0] * grid[1] {
				lo0, hi0 := block(20, grid[0], p%grid[0])
				lo1, hi1 := block(20, grid[1], p/grid[0])
				elements, from := 0, map[[2]int]bool{}
				first, last := max(1, lo0-1), min(20, hi0+2)
				if ring && grid[0] > 1 {
					first, last = lo0-1, hi0+2
				}
				for i := first; i <= last; i++ {
					for j := max(1, lo1-1); j <= min(20, hi1+1); j++ {
						if i < lo0 || i > hi0 || j < lo1 || j > hi1 {
							elements++
							m0, m1 := (20+grid[0]-1)/grid[0], (20+grid[1]-1)/grid[1]
							at := (i - 1 + m0) / m0 // 0: beyond the low end
							if i > 20 {
								at = grid[0] + 1
							}
							from[[2]int{at, (j - 1) / m1}] = true
						}
					}
				}
				all := totals(got)
				if all[fmt.Sprintf("elements:%d", p)] != float64(elements) || all[fmt.Sprintf("messages:%d", p)] != float64(len(from)) {
					t.Errorf("grid %v, processor %d: %v elements and %v messages, want %d and %d", grid, p, all[fmt.Sprintf("elements:%d", p)], all[fmt.Sprintf("messages:%d", p)], elements, len(from))
				}
			}
		})
	}
}

func block(n, p, c int) (first, last int) {
	m := (n + p - 1) / p
	return c*m + 1, min(n, c*m+m)
}
