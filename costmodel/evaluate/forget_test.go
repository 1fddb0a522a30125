package evaluate

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// What remains of a unit in a long file, and of what it calls, holds on to no model: a
// formula would, and so would the graph of a call.
func TestResultsHoldNoModels(t *testing.T) {
	const program = `program p
  real :: a(100)
!HPF$ PROCESSORS pp(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO pp
  call twice(a)
end program
subroutine twice(a)
  real :: a(100)
!HPF$ PROCESSORS pp(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO pp
  integer :: i
  do i = 1, 100
    a(i) = 2*a(i)
  end do
end subroutine
`
	snap := workspace.New(texts.FS{"/w/p.f90": program}).Snapshot()
	f, err := snap.File("/w/p.f90")
	if err != nil {
		t.Fatal(err)
	}
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	ev, err := standalone(context.Background(), snap, newProcedures(snap).root(f, 0), m, settings.Settings{}, false)
	if err != nil {
		t.Fatal(err)
	}
	reached := ev.ordered()
	if len(reached) != 2 {
		t.Fatalf("%d evaluations, want those of the program and of what it calls", len(reached))
	}
	for _, v := range reached {
		if v.of.graph != nil || v.of.terms != nil || v.of.program != nil {
			t.Errorf("%s keeps its model", v.of.origin.Name)
		}
	}
	for _, c := range ev.calling {
		if c.to.unit.Formula != nil || c.to.unit.Dominant != nil || c.from.graph != nil {
			t.Errorf("the call of %s keeps a model", c.to.unit.Name)
		}
	}
	if ev.unit.Formula != nil || ev.unit.Dominant != nil {
		t.Error("the program keeps its formula")
	}
	if total := ev.unit.Charge.Total(); !(total > 0) {
		t.Errorf("the program takes %g s", total)
	}
}
