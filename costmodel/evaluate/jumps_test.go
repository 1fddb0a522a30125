package evaluate

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Jumps: how often lines are executed, counted by hand.
func TestJumps(t *testing.T) {
	head := "      program p\n      integer i, j, k, n\n      real a(100), s\n!hpf$ distribute a(block)\n      n = 37\n      s = 0.0\n      k = 2\n"
	cases := []struct {
		name, body string // the body begins in line 8
		executions map[int]float64
	}{
		{"a GO TO back is a loop", "100   continue\n      if (n .eq. 0) goto 200\n      if (mod(n,2) .eq. 1) s = s + 1.0\n      n = n/2\n      go to 100\n200   continue\n",
			map[int]float64{9: 7, 10: 6, 11: 6}}, // 37, 18, 9, 4, 2, 1, 0
		{"EXIT", "      do i = 1, 100\n         if (i .gt. 40) exit\n         s = s + 2.0\n      end do\n", map[int]float64{9: 41, 10: 40}},
		{"CYCLE", "      do i = 1, 100\n         if (mod(i,4) .eq. 0) cycle\n         s = s + 2.0\n      end do\n", map[int]float64{9: 100, 10: 75}},
		{"a GO TO the end of a loop", "      do 20 i = 1, 100\n         if (mod(i,5) .eq. 0) go to 20\n         s = s + 4.0\n20    continue\n", map[int]float64{9: 100, 10: 80}},
		{"a GO TO out of two loops", "      do i = 1, 100\n         do j = 1, 10\n            if (i*j .gt. 300) go to 30\n            s = s + 5.0\n         end do\n      end do\n      s = 7.0\n30    s = s + 6.0\n",
			map[int]float64{9: 31, 10: 310, 11: 309, 14: 0, 15: 1}}, // 31 * 10 is the first
		// 6 * 9 is the first beyond 50
		{"behind a loop that is left with the outer one", "      do i = 1, 10\n         do j = 1, 10\n            if (i*j .gt. 50) go to 30\n            s = 5.0\n         end do\n         s = 6.0\n      end do\n30    s = 7.0\n", map[int]float64{13: 5, 15: 1}},
		// 4 * 3 * 9 is the first beyond 100: 11 runs of the loop over j and 3 of that over k have ended before
		{"behind loops that EXIT leaves with the outer one", "      outer: do i = 1, 10\n         do k = 1, 3\n            do j = 1, 10\n               if (i*j*k .gt. 100) exit outer\n               s = 5.0\n            end do\n            s = 6.0\n         end do\n         s = 7.0\n      end do outer\n      s = 8.0\n",
			map[int]float64{14: 11, 16: 3, 18: 1}},
		{"behind a loop of which CYCLE begins the next iteration of the outer one", "      outer: do i = 1, 10\n         do j = 1, 10\n            if (j .gt. i) cycle outer\n            s = 5.0\n         end do\n         s = 6.0\n      end do outer\n", map[int]float64{13: 1}},
		{"an arithmetic IF", "      if (n - 37) 40, 50, 60\n40    s = s + 7.0\n      goto 70\n50    s = s + 8.0\n      goto 70\n60    s = s + 9.0\n70    continue\n      s = s + 1.0\n",
			map[int]float64{9: 0, 11: 1, 13: 0, 15: 1}},
		{"a computed GO TO", "      goto (81, 82, 83), k\n      s = s + 10.0\n81    s = s + 11.0\n82    s = s + 12.0\n83    s = s + 13.0\n", map[int]float64{9: 0, 10: 0, 11: 1, 12: 1}},
		{"out of nested IFs", "      if (n .gt. 3) then\n         if (n .gt. 5) goto 99\n         s = 14.0\n      end if\n      s = 15.0\n99    s = 16.0\n", map[int]float64{9: 1, 10: 0, 12: 0, 13: 1}},
		{"a STOP that is not known does not happen", "      do i = 1, 100\n         if (a(i) .lt. 0.0) stop\n         a(i) = 1.0\n      end do\n      s = 2.0\n", map[int]float64{10: 100, 12: 1}},
		{"RETURN after a test", "      if (n .eq. 37) return\n      s = 2.0\n", map[int]float64{9: 0}},
		{"a search that ends", "      do i = 1, 100\n         if (i*i .ge. n) goto 10\n      end do\n      s = 2.0\n10    continue\n      s = s + 1.0\n", map[int]float64{9: 7, 11: 0, 13: 1}}, // 7 * 7
		{"an error that may come up in a loop", "      do i = 1, 100\n         if (a(i) .gt. 3.0) k = k + 1\n         if (k .gt. 90) goto 99\n         s = 3.0\n      end do\n      s = 4.0\n      stop\n99    s = 5.0\n",
			map[int]float64{9: 100, 11: 100, 13: 1, 15: 0}},
		{"a jump in a loop that may not be reached", "      if (a(1) .gt. 3.0) then\n         do i = 1, 100\n            if (i .gt. 40) goto 99\n            s = 3.0\n         end do\n         s = 4.0\n      end if\n99    s = 5.0\n",
			map[int]float64{11: 20, 13: 0, 15: 1}}, // 40 iterations of half a loop, which is always left
		{"a loop with a way out by an arithmetic IF", "      k = 0\n5     k = k + 1\n      s = 2.0\n      if (a(k) - 1.0) 40, 40, 30\n30    if (k .lt. 50) goto 5\n      s = 3.0\n      stop\n40    s = 4.0\n",
			map[int]float64{10: 50, 12: 50, 13: 1, 15: 0}},
		// 3 rounds of 4, and 1 + 2 + 3 in loops of two levels inside
		{"loops of jumps in one", "      j = 0\n40    j = j + 1\n      k = 0\n50    k = k + 1\n      s = s + 1.0\n      if (k .lt. 4) goto 50\n      k = 0\n60    k = k + 1\n      n = 0\n70    n = n + 1\n      s = s + 2.0\n      if (n .lt. k) goto 70\n      if (k .lt. 3) goto 60\n      if (j .lt. 3) goto 40\n      s = 3.0\n", map[int]float64{9: 3, 12: 12, 15: 9, 18: 18, 22: 1}},
		{"a loop that begins with an arithmetic IF", "      k = 7\n40    if (k - 3) 60, 50, 50\n50    s = s + 1.0\n      k = k - 1\n      goto 40\n60    s = 2.0\n", map[int]float64{9: 6, 10: 5, 13: 1}},
		{"an arithmetic IF with one label", "      k = 0\n10    k = k + 1\n      if (k .ge. 37) goto 30\n      if (a(k) - 1.0) 10, 10, 10\n30    s = 3.0\n", map[int]float64{9: 37, 12: 1}},
		{"an arithmetic IF that is not known", "      do i = 1, 100\n         if (a(i) - 1.0) 20, 20, 10\n10       k = k + 1\n20       s = 3.0\n      end do\n", map[int]float64{11: 100}},
		{"an alternate return", "      call g(s, *99)\n      s = 4.0\n      stop\n99    s = 5.0\n      end\n      subroutine g(x, *)\n      if (x .lt. 0.0) return 1\n", map[int]float64{9: 1}},
		{"a loop of jumps in a loop", "      do i = 1, 5\n         j = 0\n5        j = j + 1\n         s = s + 1.0\n         if (j .lt. i) goto 5\n      end do\n", map[int]float64{11: 15}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f", head+c.body+"      end\n", settings.Settings{Procs: 4})
			for line, want := range c.executions {
				l := lineIn(r, line)
				if l == nil || math.Abs(l.Executions-want) > 1e-9 || l.NoEstimate != "" {
					t.Errorf("line %d: %+v, want %g executions", line, l, want)
				}
			}
			for _, u := range r.Units {
				for _, l := range u.Lines {
					if l.NoEstimate != "" {
						t.Errorf("line %d: %s", l.Line, l.NoEstimate)
					}
				}
			}
		})
	}
}
