package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const levelled = `program main
  integer, parameter :: n = 64
  real :: u(n,3), v(n,3)
  integer :: extent(3), i, j, k, last
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE u(BLOCK,*) ONTO p
!HPF$ ALIGN v(i,k) WITH u(i,k)
  extent(3) = 34
  do k = 2, 1, -1
    extent(k) = (extent(k+1) - 2)/2 + 2
  end do
%s
end program
`

// A section whose bounds are values of the iteration is executed as often as the loop
// that it stands for, and receives the same. Extents are 10, 18 and 34, blocks 16.
func TestSectionsWithBoundsOfTheIteration(t *testing.T) {
	for _, c := range []struct {
		name, before, first, last string
		executions, bytes         float64
	}{
		// Elements of an array that the loop does not change let the message leave it: blocks
		// 2 and 3 receive an element of both columns, where the longest reaches them. So does a
		// scalar that follows from the index: 50 elements pass three boundaries.
		{"element", "", "2", "extent(k)", 17 + 33, 2 * 2 * 4},
		{"element at another index", "j = k - 1", "2", "extent(j)", 9 + 17, 2 * 4},
		{"scalar that follows from the index", "last = 20*k\n if (last > 50) last = 50", "2", "last", 39 + 49, 2 * 3 * 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := func(body string) (time, executions, bytes float64) {
				body = "do k = 2, 3\n " + c.before + "\n" + body + "\n end do"
				u := unitOf(t, "p.f90", fmt.Sprintf(levelled, body), settings.Settings{Machine: "cluster"})
				if u.Partial() {
					t.Fatalf("%+v", u.Lines)
				}
				for _, l := range u.Lines {
					for _, m := range l.Comms {
						executions, bytes = l.Executions, bytes+m.TotalBytes
					}
				}
				return u.Charge.Total(), executions, bytes
			}
			section := strings.NewReplacer("FIRST", c.first, "LAST", c.last).Replace("u(FIRST:LAST,k) = v(FIRST-1:LAST-1,k)")
			loop := fmt.Sprintf("do i = %s, %s\n u(i,k) = v(i-1,k)\n end do", c.first, c.last)
			time, executions, bytes := of(section)
			wantTime, wantExecutions, wantBytes := of(loop)
			if executions != c.executions || bytes != c.bytes {
				t.Errorf("%v executions, %v bytes", executions, bytes)
			}
			if executions != wantExecutions || bytes != wantBytes || math.Abs(time-wantTime) > 1e-9*wantTime {
				t.Errorf("%v s, %v, %v bytes; the loop has %v s, %v, %v", time, executions, bytes, wantTime, wantExecutions, wantBytes)
			}
		})
	}
}
