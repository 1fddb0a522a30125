package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

const typicalHead = `program typical
  integer, parameter :: n = 14
  integer :: i, j, k, m
  real :: s, t
  real, dimension(n) :: x, y, b
  real, dimension(n,n) :: a, u, v, l
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y, b
!HPF$ DISTRIBUTE (*,CYCLIC) ONTO p :: a, l
!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: u, v
`

// TestTypicalNests: what dependences make of the messages and loops of typical
// nests. A message is written "array level"; "*" marks a bound. All counts are
// compared with the element interpreter.
func TestTypicalNests(t *testing.T) {
	for _, c := range []struct{ name, body, messages, loops string }{
		{"LU by columns", `
do k = 1, n-1
  do i = k+1, n
    a(i,k) = a(i,k) / a(k,k)
  end do
  do j = k+1, n
    do i = k+1, n
      a(i,j) = a(i,j) - a(i,k)*a(k,j)
    end do
  end do
end do`, "a 1", "seq seq par seq"},
		{"triangular solve", `
do j = 1, n
  x(j) = b(j) / 2.0
  do i = j+1, n
    b(i) = b(i) - u(i,j)*x(j)
  end do
end do`, "x 1", "seq par"},
		{"red-black", `
do i = 2, n-1, 2
  x(i) = 0.5*(x(i-1) + x(i+1))
end do
do i = 3, n-1, 2
  x(i) = 0.5*(x(i-1) + x(i+1))
end do`, "x 0, x 0, x 0, x 0", "par par"},
		{"Gauss-Seidel: the old value below is fetched once, the new one above in each step", `
do i = 2, n-1
  do j = 2, n-1
    u(i,j) = 0.25*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
  end do
end do`, "u 0, u 1", "serial seq"},
		{"sweep with the carried loop inside", `
do j = 1, n
  do i = 2, n
    u(i,j) = 0.5*u(i-1,j) + v(i,j)
  end do
end do`, "u 2", "seq pipe"},
		{"sweep along the collapsed dimension", `
do j = 2, n
  do i = 1, n
    u(i,j) = 0.5*u(i,j-1) + v(i,j)
  end do
end do`, "", "seq par"},
		{"private scalars", `
do i = 2, n
  t = x(i-1) + 1.0
  y(i) = t*t
end do`, "x 0", "par"},
		{"a private scalar that is needed later", `
do i = 2, n
  t = x(i-1) + 1.0
  y(i) = t*t
end do
s = t`, "x 0", "seq"},
		{"a private index", `
do i = 1, n
  m = mod(3*i, n) + 1
  y(i) = x(m)
end do`, "x 0*", "par"},
		{"a condition on mapped elements", `
do i = 2, n-1
  if (x(i+1) > -1.0e30) then
    y(i) = x(i-1)
  end if
end do`, "x 0, x 0*", "par"},
		{"a reduction beside private scalars", `
s = 0.0
do i = 2, n
  t = x(i) - y(i-1)
  s = s + t*t
  x(i) = t
end do`, "y 0, s 0", "par"},
		{"a masked sum is a reduction", `
s = 0.0
do j = 1, n
  do i = 1, n
    if (u(i,j) > -1.0) s = s + u(i,j)
  end do
end do`, "s 0", "seq par"},
		{"a count, and where the test reads more than what is added", `
k = 0
s = 0.0
do i = 1, n
  if (x(i) > -1.0 .and. y(i) < 3.0) k = k + 1
  if (y(i) >= x(i)) then
    s = s + x(i)*y(i)
  end if
end do`, "s 0, s 0", "par"},
		{"extremes by IF, one with its place", `
s = 0.0
t = 0.0
do i = 1, n
  do j = 1, n
    if (u(i,j) >= s) then
      s = u(i,j)
      k = i
      m = j
    end if
    if (t >= u(i,j)) t = u(i,j)
  end do
end do`, "s 0, s 0", "par seq"},
		{"a sum of private values", `
s = 0.0
do i = 1, n
  t = x(i) - 2.0
  s = s + t*t
end do`, "s 0", "par"},
		{"a sum of what another array holds elsewhere", `
s = 0.0
do i = 2, n
  if (x(i) >= x(i-1)) s = max(s, x(i) - x(i-1))
end do`, "x 0, s 0", "par"},
		{"a sum that its own loop prints is none", `
s = 0.0
do i = 1, n
  s = s + x(i)
  print *, s
end do`, "x 0", "seq"},
		{"a sum that its own loop uses is none", `
s = 0.0
do i = 1, n
  if (x(i) >= s) s = s + x(i)
end do`, "x 0", "seq"},
		{"anti-dependences do not pin", `
do k = 1, 3
  do i = 1, n-1
    x(i) = x(i+1) + y(i+1)
  end do
end do`, "y 0, x 1", "seq par"},
		{"a distance of four", `
do i = 5, n
  x(i) = x(i-4)
end do`, "x 1", "serial"},
		{"a triangular product: each needs as much of x as its longest row", `
do i = 1, n
  do j = 1, i
    y(i) = y(i) + u(i,j)*x(j)
  end do
end do`, "x 0", "par seq"},
		{"a triangle of triangles", `
do i = 1, n
  do j = 1, i
    do k = 1, j
      u(i,j) = u(i,j) + x(k)
    end do
  end do
end do`, "x 0", "par seq seq"},
		{"a triangle by columns: a processor with its first row needs nothing of the last column", `
do j = 1, n
  do i = j+1, n
    y(i) = y(i) + u(i,j)*x(j)
  end do
end do`, "x 0*", "seq par"},
		{"sections with bounds of a loop around", `
do j = 2, n
  u(2:j,j) = v(2:j,1) + 1.0
  v(j:n,2) = v(j:n,2) + u(j:n,j)
end do`, "", "seq par par"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := typicalHead + c.body + "\nend program\n"
			u, err := lowered("typical.f90", text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			src := source.NewText(text)
			closed := newClosedForms(u, src)
			if got := closed.messages(); got != c.messages {
				t.Errorf("%s:\n got messages %s\nwant %s", c.name, got, c.messages)
			}
			if got := closed.loops(); got != c.loops {
				t.Errorf("%s:\n got loops %s\nwant %s", c.name, got, c.loops)
			}
			for line, why := range closed.void {
				t.Errorf("%s, line %d: no estimate: %s", c.name, line, why)
			}
			for p := 1; p <= 5; p++ {
				want, err := elements.Run(elements.Of(u, src), elements.Options{Grid: []int{p}, Scheme: scheme.Collective, Kept: closed.graph.Keeps()})
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				got, err := closed.counts(nil, []int{p})
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				report(t, fmt.Sprintf("%s, %d processors", c.name, p), closed.differences(counted(want), got))
			}
		})
	}
}

// messages lists the communications with the number of loops around each.
func (c *closedForms) messages() string {
	var out []string
	for _, u := range c.graph.Units {
		if u.Comm == nil {
			continue
		}
		name, bound := "s", ""
		if u.Comm.Array != nil {
			name = u.Comm.Array.Name
		}
		if u.Comm.Bound {
			bound = "*"
		}
		out = append(out, fmt.Sprintf("%s %d%s", name, u.Comm.Level, bound))
	}
	return strings.Join(out, ", ")
}

// loops lists how the loops are executed.
func (c *closedForms) loops() string {
	var out []string
	for _, l := range c.graph.Loops {
		switch {
		case l.Serial && strings.Contains(l.Why, "pipeline"):
			out = append(out, "pipe")
		case l.Serial:
			out = append(out, "serial")
		case l.Parallel:
			out = append(out, "par")
		default:
			out = append(out, "seq")
		}
	}
	return strings.Join(out, " ")
}

// TestReasonsOfLoops: why a loop is executed as it is.
func TestReasonsOfLoops(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 2, n; x(i) = y(i-1); end do", "every processor makes the iterations that it owns"},
		{"do i = 2, n; t = y(i-1); x(i) = t; end do", "every processor makes the iterations that it owns: no iteration uses what another one stores; private: T"},
		{"do i = 1, n; s = 2.0*i; end do", "every processor makes all iterations"},
		{"do i = 2, n; x(i) = x(i-1); end do", "the processors take their iterations one after the other: X(i) written here is read by X(i-1) in the next iteration: true dependence, distance 1"},
		{"do j = 1, n; do i = 2, n; u(i,j) = u(i-1,j); end do; end do", "every processor makes all iterations | the processors take their iterations one after the other, in a pipeline over the iterations of J: U(i,j) written here is read by U(i-1,j) in the next iteration: true dependence, distance 1"},
	} {
		t.Run(c.body, func(t *testing.T) {
			text := typicalHead + strings.ReplaceAll(c.body, "; ", "\n") + "\nend program\n"
			u, err := lowered("loops.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range newClosedForms(u, source.NewText(text)).graph.Loops {
				got = append(got, l.Why)
			}
			if why := strings.Join(got, " | "); why != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.body, why, c.want)
			}
		})
	}
}
