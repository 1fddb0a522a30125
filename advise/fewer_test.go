package advise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Where messages of sixteen processors take longer than the work that they share, directives for
// fewer of them are found, unless somebody has said how many there are.
func TestFirstDirectivesForFewerProcessors(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 8000\nreal(8) :: a(n), b(n), s\ninteger :: i\na = 1\nb = 2\ns = 0\ndo i = 1, 1000\ns = s + sum(a*b)\nend do\nprint *, s\nend program\n"
	if a := advised(t, strings.Replace(text, "8000", "600", 1), settings.Settings{Machine: "cluster"}, Effort{Predictions: 20, Most: 3, Scale: true}); len(a.Faster()) > 0 {
		t.Errorf("of little work: %+v", a.Faster())
	}
	for _, c := range []struct {
		procs      int
		scale      bool
		processors int // of the mapping that is offered
	}{
		{0, true, 4},
		{0, false, 16},
		{16, true, 16},
		{4, true, 4},
	} {
		t.Run(fmt.Sprint(c.procs, c.scale), func(t *testing.T) {
			a := advised(t, text, settings.Settings{Machine: "cluster", Procs: c.procs}, Effort{Predictions: 20, Most: 3, Scale: c.scale})
			if faster := a.Faster(); len(faster) == 0 || faster[0].Processors != c.processors {
				t.Errorf("not on %d processors: %+v", c.processors, a.Proposals)
			}
		})
	}
}
