package evaluate

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// opened returns a text as the only file of a workspace, and a machine.
func opened(t *testing.T, text string) (*workspace.Snapshot, *workspace.File, *machines.Machine) {
	t.Helper()
	snap := workspace.New(texts.FS{"/w/p.f90": text}).Snapshot()
	f, err := snap.File("/w/p.f90")
	if err != nil {
		t.Fatal(err)
	}
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	return snap, f, m
}

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
	snap, f, m := opened(t, program)
	procs := newProcedures(snap)
	ev, err := procs.standalone(context.Background(), procs.root(f, 0), m, settings.Settings{}, false)
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

// Units whose models are not kept are made in one cache, one behind the other; their
// numbers are those of each for itself, whatever the one before was like.
func TestNumbersOnly(t *testing.T) {
	var text strings.Builder
	changes := [][2]string{{}, {"n = 24", "n = 36"}, {"(CYCLIC(2))", "(BLOCK)"}, {"q(4)", "q(2)"}, {"r = b(i-1,j)", "r = b(i-2,j)"}, {"do g = 1, 8", "do g = 2, n"}, {"integer :: g, h,", "real :: h\n  integer :: g,"}, {}}
	if testing.Short() {
		changes = append(changes[:3], changes[len(changes)-1])
	}
	for i, change := range changes {
		unit := strings.ReplaceAll(mixture, "program mixture", "subroutine s"+string(rune('a'+i)))
		if change[0] != "" && !strings.Contains(unit, change[0]) {
			t.Fatalf("%s is not in the text", change[0])
		}
		text.WriteString(strings.ReplaceAll(strings.ReplaceAll(unit, "end program", "end subroutine"), change[0], change[1]))
	}
	snap, f, m := opened(t, text.String())
	shared := newProcedures(snap)
	seen := map[float64]bool{}
	for i := range changes {
		said := func(procs *procedures, keep bool) *report.Unit {
			ev, err := procs.standalone(context.Background(), procs.root(f, i), m, settings.Settings{}, keep)
			if err != nil {
				t.Fatal(err)
			}
			if forget(ev.unit); ev.unit.NoEstimate != "" {
				t.Fatal(ev.unit.NoEstimate)
			}
			return ev.unit
		}
		got := said(shared, false)
		if want := said(newProcedures(snap), true); !reflect.DeepEqual(got, want) {
			t.Errorf("unit %d: numbers only\n%+v\nkept\n%+v", i, got, want)
		}
		seen[got.Charge.Total()] = true
	}
	if len(seen) < len(changes)-1 {
		t.Errorf("%d different times of %d units", len(seen), len(changes))
	}
}

// A report on a whole file and one on a screen that are made at the same time make the
// models of the screen once.
func TestNumbersOnlyBesideAScreen(t *testing.T) {
	snap, f, m := opened(t, mixture)
	left, leave := context.WithCancel(context.Background())
	leave()
	procs := newProcedures(snap)
	if _, err := procs.standalone(left, procs.root(f, 0), m, settings.Settings{}, true); err == nil {
		t.Fatal("the screen was left, and there is an answer")
	}
	ev, err := procs.standalone(context.Background(), procs.root(f, 0), m, settings.Settings{}, false)
	if err != nil {
		t.Fatal(err)
	}
	again, err := procs.standalone(context.Background(), procs.root(f, 0), m, settings.Settings{}, true)
	if err != nil {
		t.Fatal(err)
	}
	if ev.unit != again.unit {
		t.Error("the screen's models are made twice")
	}
}

// Units of one report that are called from the same unit share its models, however many
// newer texts have been asked for meanwhile.
func TestNewerTextsBesideAReport(t *testing.T) {
	snap, f, m := opened(t, mixture)
	procs := newProcedures(snap)
	x := procs.root(f, 0)
	ev, err := procs.standalone(context.Background(), x, m, settings.Settings{}, true)
	if err != nil {
		t.Fatal(err)
	}
	for newer := range lastVersions {
		snap.Memo().Displace(x.numbersSlot(settings.Settings{}, m, true), newer, lastVersions)
	}
	again, err := procs.standalone(context.Background(), x, m, settings.Settings{}, true)
	if err != nil {
		t.Fatal(err)
	}
	if ev.unit != again.unit {
		t.Error("the models of one text are made twice in one report")
	}
}
