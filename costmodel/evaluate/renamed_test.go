package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// USE may give procedures of modules other names: the call is of the one that the module has,
// here the one that stores 60 times and not 7.
func TestRenamedProcedures(t *testing.T) {
	const m = "module m\ncontains\nsubroutine fill(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in) :: n\ninteger i\ndo i = 1, n\na(i) = 1.0\nend do\nend subroutine\n" +
		"subroutine run(a, n)\nreal, intent(inout) :: a(100)\ninteger, intent(in) :: n\ninteger i\ndo i = 1, 7\na(i) = 1.0\nend do\nend subroutine\n" +
		"integer function twice(k)\ninteger, intent(in) :: k\ntwice = 2*k\nend function\nend module\n" +
		"module between\nuse m, middle => fill\nend module\n"
	for _, c := range []struct{ name, use, call string }{
		{"behind ONLY", "use m, only: run => fill, double => twice", "call run(x, double(30))"},
		{"without ONLY", "use m, go => fill", "call go(x, twice(30))"},
		{"of a module that uses it", "use between, last => middle", "call last(x, twice(30))"},
		{"under its own name", "use m", "call fill(x, twice(30))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", m+"program p\n"+c.use+"\nreal x(100)\n"+c.call+"\nend program\n", settings.Settings{})
			if store, call := lineIn(r, 8), lineIn(r, 30); store.Executions != 60 || call.NoEstimate != "" {
				t.Errorf("the store is executed %g times, want 60; the call: %s", store.Executions, call.NoEstimate)
			}
		})
	}
}
