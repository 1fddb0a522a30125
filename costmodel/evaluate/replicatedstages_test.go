package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An element of an array that is replicated along a dimension of the processors goes to the
// others along the rest of them only: log2 of their number stages, rounded up, each one message.
func TestStagesBesideReplicas(t *testing.T) {
	time := func(t *testing.T, rows, columns int) float64 {
		text := fmt.Sprintf("program p\nreal a(64), s\n!HPF$ PROCESSORS q(%d,%d)\n!HPF$ TEMPLATE t(64,64)\n!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO q\n!HPF$ ALIGN a(i) WITH t(i,*)\na = 1.0\ns = a(3)\nprint *, s\nend program\n", rows, columns)
		return lineIn(reportOf(t, "x.f90", text, settings.Settings{Machine: "cluster"}), lineWith(text, "s = a(3)")).Charge.Total()
	}
	one := time(t, 2, 1)
	for _, c := range []struct{ rows, columns, stages int }{{2, 4, 1}, {2, 8, 1}, {4, 2, 2}, {3, 4, 2}, {8, 1, 3}, {1, 8, 0}} {
		t.Run(fmt.Sprintf("%dx%d", c.rows, c.columns), func(t *testing.T) {
			if got, want := time(t, c.rows, c.columns), float64(c.stages)*one; math.Abs(got-want) > 0.01*one {
				t.Errorf("%g s, want %d times %g s", got, c.stages, one)
			}
		})
	}
}
