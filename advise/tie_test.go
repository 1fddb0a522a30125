package advise

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// Estimates are compared by what they hold, exact times by themselves.
func TestTies(t *testing.T) {
	exact := func(s float64) prediction { return prediction{time: s} }
	between := func(low, s, high float64) prediction {
		return prediction{time: s, between: report.Between{Low: low, High: high}}
	}
	measured := func(low, s, high float64) prediction {
		return prediction{time: s, sure: report.Interval{Low: low, High: high}}
	}
	for name, c := range map[string]struct {
		before, after prediction
		tie           bool
	}{
		"exact":            {exact(2), exact(1), false},
		"equal and exact":  {exact(2), exact(2), false},
		"apart":            {between(3, 4, 5), exact(1), false},
		"within":           {between(3, 4, 5), exact(3.5), true},
		"overlapping":      {between(3, 4, 5), between(1, 2, 3.5), true},
		"one in the other": {between(1, 2, 9), between(3, 4, 5), true},
		"measured":         {measured(3, 4, 5), measured(2, 3, 3.5), true},
		"measured apart":   {measured(3, 4, 5), measured(1, 2, 2.5), false},
		"above":            {between(1, 2, 3), between(4, 5, 6), false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.before.overlaps(c.after) != c.tie || c.after.overlaps(c.before) != c.tie {
				t.Errorf("a tie is %v, want %v", !c.tie, c.tie)
			}
		})
	}
	title := Option{Label: "DISTRIBUTE (BLOCK)", Before: 4, After: 3, Tie: true}.Title()
	if strings.Contains(title, "%") || !strings.Contains(title, "neither") {
		t.Errorf("title %q of a tie", title)
	}
}
