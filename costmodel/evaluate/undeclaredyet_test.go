package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A component of a constant that a module declares further down is no crash.
func TestComponentsBeforeTheirDeclaration(t *testing.T) {
	r := reportOf(t, "p.f90", "module params\nreal :: b(fine%nx)\ntype :: grid\ninteger :: nx = 4\nend type\ntype(grid), parameter :: fine = grid(nx=80)\nend module\nprogram main\nuse params\nb = 1.0\nend program\n", settings.Settings{Machine: "cluster"})
	if len(r.Units) == 0 {
		t.Error("there is no unit")
	}
}
