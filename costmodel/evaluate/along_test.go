package evaluate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// triangles counts the stores of an inner loop as the program makes them.
func triangles(outer, n int, reset bool, next func(l, j, k int) int, lo, hi func(j, k int) int) (stores float64) {
	k := 0
	for l := 1; l <= outer; l++ {
		if reset {
			k = 0
		}
		for j := 1; j <= n; j++ {
			k = next(l, j, k)
			stores += float64(max(0, hi(j, k)-lo(j, k)+1))
		}
	}
	return stores
}

// A scalar that changes in a way of its own goes together with the index in a bound: each
// iteration has its own value of it, also where it goes on from one run of the loop to the next.
func TestScalarsGoAlongWithTheIndex(t *testing.T) {
	one := func(int, int) int { return 1 }
	index := func(j, _ int) int { return j }
	scalar := func(_, k int) int { return k }
	thirds := func(_, j, k int) int {
		if j%3 == 0 {
			return k + 2
		}
		return k
	}
	sevenths := func(l, j, k int) int { return k + j*l%7 }
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"down", "k = 100\ndo j = 1, 100\nif (mod(j,3) == 0) k = k - 1\ndo i = j, k\nSTORE\nend do\nend do",
			triangles(1, 100, true, func(_, j, k int) int {
				if j == 1 {
					k = 100
				}
				if j%3 == 0 {
					k--
				}
				return k
			}, index, scalar)},
		{"least", "k = 0\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\ndo i = 1, min(j, k)\nSTORE\nend do\nend do",
			triangles(1, 100, true, thirds, one, func(j, k int) int { return min(j, k) })},
		{"again", "do l = 1, 10\nk = 0\ndo j = 1, 100\nk = k + mod(j*l,7)\ndo i = j, k\nSTORE\nend do\nend do\nend do",
			triangles(10, 100, true, sevenths, index, scalar)},
		{"going on", "k = 0\ndo l = 1, 10\ndo j = 1, 100\nk = k + mod(j*l,7)\ndo i = j, k\nSTORE\nend do\nend do\nend do",
			triangles(10, 100, false, sevenths, index, scalar)},
		{"elements", "do j = 1, 100\nm(j) = 101 - j\nend do\ndo j = 1, 100\nk = m(j)\ndo i = j, k\nSTORE\nend do\nend do",
			triangles(1, 100, true, func(_, j, _ int) int { return 101 - j }, index, scalar)},
		{"two", "k = 0\nn = 100\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\nif (mod(j,3) == 1) n = n - 1\ndo i = k, n\nSTORE\nend do\nend do",
			triangles(1, 100, true, thirds, scalar, func(j, _ int) int { return 100 - (j+2)/3 })},
		{"below", "k = 0\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\ndo l = 1, j\ndo i = l, k\nSTORE\nend do\nend do\nend do",
			triangles(1, 100, true, thirds, one, func(j, k int) (n int) {
				for l := 1; l <= j; l++ {
					n += max(0, k-l+1)
				}
				return n
			})},
		{"with a condition", "k = 0\ndo j = 1, 100\nk = k + 3\nif (k > 30) k = k - 25\ndo i = k, j\nSTORE\nend do\nend do",
			triangles(1, 100, true, func(_, j, k int) int {
				if k += 3; k > 30 {
					k -= 25
				}
				return k
			}, scalar, index)},
		{"repeated", "it = 0\ndo while (it < 3)\nit = it + 1\nk = 0\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\ndo i = k, j\nSTORE\nend do\nend do\nend do",
			3 * triangles(1, 100, true, thirds, scalar, index)},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nreal b(0:3000)\ninteger m(100)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE b(BLOCK) ONTO q\n" + strings.Replace(c.text, "STORE", "b(i) = 1.0", 1) + "\nend program\n"
			u, got := unitOf(t, "p.f90", text, settings.Settings{}), 0.0
			for _, l := range u.Lines {
				if strings.HasPrefix(strings.Split(text, "\n")[l.Line-1], "b(") {
					got = l.Executions
				}
			}
			if got != c.want {
				t.Errorf("%g stores, want %g", got, c.want)
			}
		})
	}
}

// The owners of columns that are longer wait for nobody, the others for them.
func TestLongColumnsBelongToSomebody(t *testing.T) {
	const text = `program p
  real a(400,400)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(*,BLOCK) ONTO q
  k = 0
  do j = 1, 400
    if (mod(j,2) == 1) k = k + 2
    do i = 1, k
      a(i,j) = 1.0
    end do
  end do
end program
`
	u := unitOf(t, "p.f90", text, settings.Settings{})
	for _, l := range u.Lines {
		if l.Line != 9 {
			continue
		}
		stores, last := l.Executions, 0.0
		for j := 301; j <= 400; j++ {
			last += float64(2 * ((j + 1) / 2))
		}
		if stores != 80400 {
			t.Errorf("%g stores", stores)
		}
		// three of four processors together have less than the last one and a half times
		whole := unitOf(t, "p.f90", strings.Replace(text, "(*,BLOCK)", "(*,*)", 1), settings.Settings{})
		for _, w := range whole.Lines {
			if share := l.Charge.Total() / w.Charge.Total(); w.Line == 9 && (share < 0.9*last/stores || share > 1.1*last/stores) {
				t.Errorf("the last processor has %g of the time, of %g stores %g", share, stores, last)
			}
		}
	}
}

// What is set holds in every iteration.
func TestSetScalarsHoldInEveryIteration(t *testing.T) {
	const text = "program p\nreal b(0:3000)\nk = 0\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\ndo i = 1, k\nb(i) = 1.0\nend do\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{Values: map[string]float64{"k": 7}})
	for _, l := range u.Lines {
		if l.Line == 7 && l.Executions != 700 {
			t.Errorf("%g stores, want 700", l.Executions)
		}
	}
}

// Whether a bound goes along depends on other statements.
func TestOtherUsesOfScalarsThatGoAlong(t *testing.T) {
	const start = "program p\nreal b(0:3000), c(0:3000)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: b, c\nk = 0\ndo j = 1, 100\nif (mod(j,3) == 0) k = k + 2\ndo i = j, k\nb(i) = 1.0\nend do\nc(0) = c(j)\nend do\nend program\n"
	c := &comparison{T: t, r: rand.New(rand.NewPCG(1, 2)), path: "p.f90", start: start}
	c.reset()
	for _, change := range [][2]string{{"c(j)", "c(k)"}, {"c(k)", "c(j)"}} {
		c.replace(change[0], change[1])
	}
}
