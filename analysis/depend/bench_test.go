package depend

import (
	"fmt"
	"strings"
	"testing"
)

// stencils is a unit of about the given number of lines: time steps over
// relaxations, red-black sweeps, columns, private scalars and reductions.
func stencils(lines int) string {
	var b strings.Builder
	b.WriteString("subroutine s(n, steps)\ninteger n, steps, i, j, k, it, ip\nreal u(1000,1000), v(1000,1000), w(1000,1000), x(1000), y(1000), r, t\n")
	b.WriteString("do it = 1, steps\n")
	for written := 4; written < lines; written += 23 {
		b.WriteString(`do j = 2, n-1
do i = 2, n-1
v(i,j) = 0.25*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
w(i,j) = v(i,j) - u(i,j)
r = max(r, abs(w(i,j)))
end do
end do
do j = 2, n-1
do i = 2 + mod(j,2), n-1, 2
u(i,j) = 0.25*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
end do
end do
do k = 1, n
ip = k + 1
t = x(k) / u(k,k)
do i = k+1, n
u(i,k) = u(i,k) * t
y(i) = y(i) - u(i,k) * x(ip)
end do
w(:,k) = w(:,k) + v(:,k)
end do
x(1:n) = y(1:n)
y(2:n) = x(1:n-1) + r
`)
	}
	b.WriteString("end do\nend\n")
	return b.String()
}

func BenchmarkAnalyze(b *testing.B) {
	for _, lines := range []int{50, 500, 2000} {
		text := stencils(lines)
		u := unitOf(b, text)
		b.Run(fmt.Sprintf("lines=%d", strings.Count(text, "\n")), func(b *testing.B) {
			for b.Loop() {
				Analyze(u, Options{})
			}
		})
	}
}

// BenchmarkAnalyzeSeparate has no loop around: the usual unit.
func BenchmarkAnalyzeSeparate(b *testing.B) {
	text := strings.Replace(strings.Replace(stencils(500), "do it = 1, steps\n", "", 1), "end do\nend\n", "end\n", 1)
	u := unitOf(b, text)
	for b.Loop() {
		Analyze(u, Options{})
	}
}
