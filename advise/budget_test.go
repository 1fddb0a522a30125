package advise

import (
	"reflect"
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Few steps end the search after the first mappings, and it is said what was not looked
// at; enough steps change nothing.
func TestStepsBoundAllThatIsPredicted(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	e := Effort{Predictions: 12, Most: 3, Scale: true}
	free := advised(t, gravity, s, e)
	if len(free.Untried) > 0 {
		t.Errorf("without a bound %q are not tried", free.Untried)
	}
	e.Steps = 1 << 40
	if a := advised(t, gravity, s, e); !reflect.DeepEqual(a.Proposals, free.Proposals) || !reflect.DeepEqual(a.Scaling, free.Scaling) {
		t.Errorf("with many steps %+v, without a bound %+v", a.Proposals, free.Proposals)
	}
	e.Steps = 1
	a := advised(t, gravity, s, e)
	if a.Tried == 0 || a.Tried > batch || !a.Exhausted || !slices.Contains(a.Untried, "more processors") || len(a.Scaling) > 0 {
		t.Errorf("with one step: %d tried, exhausted %v, not tried %q, %v", a.Tried, a.Exhausted, a.Untried, a.Scaling)
	}
}
