package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

func graphOf(text string) *aag.Graph {
	u := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units[0]
	return aag.Build(u.Unit, comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps))
}

// The mask of WHERE is evaluated everywhere and a masked assignment sends its
// messages whole; only what is assigned is weighted.
func TestElsewhereWeighsTheAssignmentsAlone(t *testing.T) {
	g := graphOf(`program w
  real :: x(100), z(100)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ DISTRIBUTE z(CYCLIC) ONTO p
  where (z > 4.0)
    x = z
  elsewhere
    x = -z
  end where
end program`)
	masks, messages, bodies := 0, 0, 0
	for _, u := range g.Units {
		weight := g.Builder.A.String(u.Weight)
		whole := weight == "1"
		switch {
		case u.Comm != nil:
			messages++
			if !whole {
				t.Errorf("a message has the weight %s", weight)
			}
		case u.Kind == aag.Seq && u.Element.IsMask:
			masks++
			if !whole {
				t.Errorf("the mask has the weight %s", weight)
			}
		case u.Kind == aag.Seq:
			bodies++
			if !strings.Contains(weight, "weight1") {
				t.Errorf("an assignment has the weight %s", weight)
			}
		}
	}
	if masks != 1 || bodies != 2 || messages < 1 {
		t.Errorf("%d masks, %d assignments, %d messages", masks, bodies, messages)
	}
}

// What is taken of jumps that nothing is known of: loops and the unit are not left early.
func TestJumpsAreAssumed(t *testing.T) {
	g := graphOf(`program j
  real :: a(100), r
  integer :: i
  do i = 1, 100
    a(i) = 1.0
    if (a(i) > r) exit
    if (a(i) < r) cycle
  end do
  if (r > 0.0) stop
  return
end program`)
	for _, u := range g.Units {
		if u.Kind == aag.Void {
			t.Errorf("said: %s", u.Reason)
		}
	}
	var assumed []string
	for _, a := range g.Assumed {
		assumed = append(assumed, fmt.Sprintf("%s %g %t", a.Name, a.Default, a.Early))
	}
	if got := strings.Join(assumed, ", "); got != "iterations1 1.099511627776e+12 true, weight1 0 true, weight2 0.5 false, weight3 0 true" {
		t.Errorf("assumed: %s", got)
	}
}
