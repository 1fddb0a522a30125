package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A descriptive mapping is a promise about the argument, in whatever file it
// stands: of the arrays of caller, a lies as it says and b does not.
func TestDescriptions(t *testing.T) {
	other := "subroutine sweep(m, x)\n  integer :: m\n  real :: x(m)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE x *(BLOCK) ONTO q\n  x(2:m) = x(1:m-1)\nend subroutine\n"
	for _, c := range []struct {
		call, procedure string
		broken          bool
	}{
		{"call sweep(n, a)", other, false},
		{"call sweep(n, b)", other, true},
		{"call sweep(n, b)", strings.Replace(other, "*(BLOCK)", "(BLOCK)", 1), false}, // prescriptive
		{"call sweep(n, b)", strings.Replace(other, "*(BLOCK)", "*(CYCLIC)", 1), false},
	} {
		t.Run(c.call, func(t *testing.T) {
			w := workspace.New(texts.FS{"main.f90": caller(c.call)})
			w.Open("other.f90", "fortran", 1, c.procedure)
			r, err := File(context.Background(), w.Snapshot(), "main.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, d := range r.Diagnostics {
				if d.Code == "false-description" {
					said = append(said, d.Message)
				}
			}
			if (len(said) == 1) != c.broken || len(said) > 1 {
				t.Errorf("%s of\n%s says %q", c.call, c.procedure, said)
			}
		})
	}
}
