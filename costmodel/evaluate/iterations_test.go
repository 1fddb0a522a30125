package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A loop that may be left early is assumed to make all its iterations: no number says so.
func TestAllIterations(t *testing.T) {
	u := unitOf(t, "x.f90", "program x\nreal :: a(100), e\ninteger :: i\nread *, a, e\ndo i = 1, 100\nif (a(i) > e) exit\nend do\nend program\n", settings.Settings{})
	for _, a := range u.Assumptions {
		if a.Name == "iterations1" {
			if a.Value != "all" {
				t.Error(a.Value)
			}
			return
		}
	}
	t.Error("nothing is assumed")
}
