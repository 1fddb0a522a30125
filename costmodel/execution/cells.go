package execution

import (
	"fmt"
	"strings"
)

// Cells is the program of a cell for a technique, as a reading: what each processor
// of the array executes, with receive from the left and send to the right.
func Cells(t Technique, n, p int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	share := 0
	if p > 0 {
		share = (n + p - 1) / p
	}
	line("! cell me = 1..%d, %s of %d iterations", p, t.Title(), n)
	switch t {
	case Block, Interleaved:
		owner := fmt.Sprintf("(i - 1) / %d + 1 == me", share)
		if t == Interleaved {
			owner = fmt.Sprintf("mod(i - 1, %d) + 1 == me", p)
		}
		line("do i = 1, %d                 ! input: every item passes every cell", n)
		line("  call receive(item)")
		line("  if (%s) call keep(item)", owner)
		line("  call send(item)")
		line("end do")
		line("do j = 1, %d                 ! the iterations of this cell", share)
		line("  result(j) = f(kept(j))")
		line("end do")
		line("do i = 1, %d                 ! output: every result passes every cell", n)
		line("  call receive(item)")
		line("  if (%s) item = result", owner)
		line("  call send(item)")
		line("end do")
	default:
		line("do i = 1, %d                 ! every iteration passes every cell", n)
		line("  call receive(partial)      ! input in cell 1")
		line("  partial = part(me, partial)  ! of the body")
		line("  call send(partial)         ! output in cell %d", p)
		line("end do")
	}
	return b.String()
}
