package evaluate

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// long is a program whose index arrays take all steps to be followed, several
// times over.
const long = `program x
integer, parameter :: n = 16000
integer :: i, j, idx(n)
real :: a(n), b(n)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH a(i) :: b, idx
idx = 1
do j = 1, 1000
  do i = 1, n
    idx(i) = mod(idx(i) + i * j, n) + 1
  end do
end do
forall (i = 1:n) a(i) = b(idx(i))
end program
`

// A cancelled prediction returns at once; the next one has all numbers.
func TestCancelledRun(t *testing.T) {
	snap := workspace.New(texts.FS{"x.f90": long}).Snapshot()
	for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), after)
			_, err := File(ctx, snap, "x.f90", settings.Settings{})
			cancel()
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
		})
	}
	got, err := File(context.Background(), snap, "x.f90", settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	want := reportOf(t, "x.f90", long, settings.Settings{})
	if a, b := got.Units[0], want.Units[0]; a.Charge != b.Charge || a.NoEstimate != "" || len(a.Lines) != len(b.Lines) {
		t.Errorf("after cancelled ones %+v, want %+v", a, b)
	}
}

// An evaluation whose context has ended gives its error and no report.
func TestEndedContext(t *testing.T) {
	m := modelsOf("x.f90", long, shipped(t, "ipsc860"))[0]
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	n := newNumbers(alone(m), settings.Settings{})
	if err := n.evaluate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if steps := n.values.run().Steps; steps > 100_000 {
		t.Errorf("%d steps after the end", steps)
	}
}

// alone is a model whose calls lead nowhere.
func alone(m *model) *linked {
	return newLinked(m, m.machine, allNumbers(m.machine), nil, memo.New(), memo.New())
}
