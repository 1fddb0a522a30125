package aag_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// stencil is a 27-point stencil on a 3-D grid.
func stencil() string {
	var b strings.Builder
	b.WriteString(`program stencil
  integer, parameter :: n = 64
  real, dimension(n,n,n) :: a, b
!HPF$ PROCESSORS p(2,2,2)
!HPF$ DISTRIBUTE (BLOCK,BLOCK,BLOCK) ONTO p :: a, b
  do sweep = 1, 10
    forall (i = 2:n-1, j = 2:n-1, k = 2:n-1)
      b(i,j,k) = (0.0`)
	for d := range 27 {
		fmt.Fprintf(&b, " &\n        + a(i%+d,j%+d,k%+d)", d%3-1, d/3%3-1, d/9-1)
	}
	b.WriteString(") / 27.0\n    end forall\n    a = b\n  end do\nend program stencil\n")
	return b.String()
}

// long is a unit of about 500 lines: loop nests and array statements over a
// few arrays, as production codes have them.
func long() string {
	var b strings.Builder
	b.WriteString(`program long
  integer, parameter :: n = 512
  integer :: i, j, sweep
  real :: s, t
  real, dimension(n,n) :: u, v, w, f
!HPF$ PROCESSORS p(4,4)
!HPF$ TEMPLATE t0(n,n)
!HPF$ DISTRIBUTE t0(BLOCK,BLOCK) ONTO p
!HPF$ ALIGN (i,j) WITH t0(i,j) :: u, v, w, f
  do sweep = 1, 10
`)
	for k := range 49 {
		d := k%3 + 1
		fmt.Fprintf(&b, `  forall (i = %[1]d:n-%[1]d, j = 2:n-1)
    u(i,j) = 0.25*(v(i-1,j) + v(i+1,j) + v(i,j-1) + v(i,j+1)) - f(i,j)
  end forall
  do j = 2, n-1
    do i = 2, n-%[1]d
      w(i,j) = u(i,j) + u(i+1,j-1)*f(i,j)
    end do
  end do
  v(2:n-1,%[1]d:n-1) = w(1:n-2,%[1]d:n-1)
  s = s + maxval(abs(u - v))
`, d)
	}
	b.WriteString("  end do\nend program long\n")
	return b.String()
}

func unitOf(b testing.TB, text string) *lower.Unit {
	b.Helper()
	u, err := lowered("bench.f90", text)
	if err != nil {
		b.Fatal(err)
	}
	return u
}

func build(u *lower.Unit) *aag.Graph {
	return aag.Build(u.Unit, comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps))
}

func BenchmarkBuild500Lines(b *testing.B) {
	text := long()
	u := unitOf(b, text)
	b.ReportMetric(float64(strings.Count(text, "\n")), "lines")
	for b.Loop() {
		build(u)
	}
}

func BenchmarkBuildLaplace(b *testing.B) {
	text, err := os.ReadFile("../../testdata/hpf/laplace.f90")
	if err != nil {
		b.Fatal(err)
	}
	u := unitOf(b, string(text))
	for b.Loop() {
		build(u)
	}
}

// TestVolumesStaySmall checks the size of the formulas that every prediction
// evaluates and that a hover shows.
func TestVolumesStaySmall(t *testing.T) {
	laplace, err := os.ReadFile("../../testdata/hpf/laplace.f90")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text     string
		messages, size int // largest number of nodes of one volume
	}{
		{"laplace", string(laplace), 4, 60},
		{"27-point stencil", stencil(), 1, 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := build(unitOf(t, c.text))
			shifts, elements, messages := 0, 0, 0
			for _, u := range g.Units {
				if u.Comm == nil || u.Comm.Kind != comm.Shift {
					continue
				}
				shifts++
				elements = max(elements, g.Builder.A.Size(u.Comm.Elements))
				messages = max(messages, g.Builder.A.Size(u.Comm.Messages))
				if u.Comm.Bound {
					t.Errorf("%s: %s is a bound", c.name, u.Comm.Describe())
				}
			}
			t.Logf("%s: %d shifts, elements of up to %d nodes, messages of up to %d", c.name, shifts, elements, messages)
			if shifts != c.messages || max(elements, messages) > c.size {
				t.Errorf("%s: %d shifts, elements of %d nodes, messages of %d", c.name, shifts, elements, messages)
			}
			_ = symbolic.Index
		})
	}
}
