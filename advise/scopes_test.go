package advise

import (
	"slices"
	"strings"
	"testing"
)

// shiftingWork reads what another iteration stores, cleanWork does not.
const (
	shiftingWork = "subroutine work(x, i)\ninteger, intent(in) :: i\nreal, intent(inout) :: x(100)\nif (i > 1) x(i) = x(i-1) + 1\nend subroutine\n"
	cleanWork    = "subroutine work(x, i)\ninteger, intent(in) :: i\nreal, intent(inout) :: x(100)\nx(i) = x(i) + 1\nend subroutine\n"
)

// A loop is marked by what its CALL means in its scope, and by nothing else of that name:
// each false mark is what one rule of procedure.go keeps away.
func TestCallsMeanWhatTheirScopeSays(t *testing.T) {
	named := func(text, name string) string { return strings.ReplaceAll(text, "work", name) }
	module := func(name, body string) string { return "module " + name + "\ncontains\n" + body + "end module\n" }
	main := func(head, inside string) string {
		return "program main\n" + head + "real :: x(100)\ninteger :: i\nx = 0\ndo i = 1, 100\ncall step(x, i)\nend do\nprint *, x(7)\n" + inside + "end program\n"
	}
	stepClean, stepShifts := named(cleanWork, "step"), named(shiftingWork, "step")
	for _, c := range []struct {
		name, text string
		marked     bool
	}{
		{"external", main("", "") + stepClean, true},
		{"external that shifts", main("", "") + stepShifts, false},
		{"renamed", module("a", cleanWork) + main("use a, only: step => work\n", ""), true},
		{"renamed in the place of another one", module("a", shiftingWork) + module("b", stepClean) + main("use a, only: step => work\n", ""), false},
		{"renamed in the place of an external one", module("a", shiftingWork) + main("use a, step => work\n", "") + stepClean, false},
		{"renamed and handed on", module("a", shiftingWork) + "module b\nuse a, step => work\nend module\n" + main("use b\n", "") + stepClean, false},
		{"not shown by ONLY", module("a", stepClean+cleanWork) + main("use a, only: work\n", ""), false},
		{"behind ONLY of another one", module("a", stepShifts+cleanWork) + main("use a, only: work\n", "") + stepClean, true},
		{"internal", main("", "contains\n"+stepClean), true},
		{"internal in the place of an external one", main("", "contains\n"+stepShifts) + stepClean, false},
		{"internal of another unit", main("external step\n", "") + "subroutine other\ncontains\n" + stepClean + "end subroutine\n", false},
		{"of a module that is not used", module("a", stepClean) + main("external step\n", ""), false},
		{"of a module that is not there", main("use elsewhere\n", "") + stepClean, false},
		{"generic", "module a\ninterface step\nmodule procedure work\nend interface\ncontains\n" + shiftingWork + "end module\n" + main("use a\n", "") + stepClean, false},
		{"generic of the clean one", "module a\ninterface step\nmodule procedure work\nend interface\ncontains\n" + cleanWork + "end module\n" + main("use a, only: step\n", ""), true},
		{"called in the scope of the called", module("a", named(shiftingWork, "inner")) + module("b", named(cleanWork, "inner")) +
			"module c\nuse a\ncontains\nsubroutine step(x, i)\ninteger, intent(in) :: i\nreal, intent(inout) :: x(100)\ncall inner(x, i)\nend subroutine\nend module\n" +
			main("use b\nuse c, only: step\n", ""), false},
		{"pointer", "module a\nprocedure(), pointer :: step\nend module\n" + main("use a\n", "") + stepClean, false},
	} {
		t.Run(c.name, func(t *testing.T) { marks(t, c.text, "main", c.marked) })
	}
	t.Run("dummy", func(t *testing.T) {
		text := "program main\nexternal work\nreal :: x(100)\nx = 0\ncall drive(x, work)\nprint *, x(7)\nend program\n" + shiftingWork + stepClean +
			"subroutine drive(x, step)\nexternal step\nreal :: x(100)\ninteger :: i\ndo i = 1, 100\ncall step(x, i)\nend do\nend subroutine\n"
		marks(t, text, "drive", false)
	})
	t.Run("function", func(t *testing.T) {
		f := "real function work(x, i)\ninteger, intent(in) :: i\nreal, intent(inout) :: x(100)\n%work = x(i)\nend function\n"
		text := module("a", strings.Replace(f, "%", "x(i+1) = x(i)\n", 1)) + module("b", named(strings.Replace(f, "%", "", 1), "step")) +
			"program main\nuse a, only: step => work\nreal :: x(100), y(100)\ninteger :: i\nx = 0\ndo i = 1, 99\ny(i) = step(x, i)\nend do\nprint *, y(7)\nend program\n"
		marks(t, text, "main", false)
	})
}

// marks tests whether INDEPENDENT is offered in a unit.
func marks(t *testing.T, text, unit string, want bool) {
	t.Helper()
	if got := slices.ContainsFunc(changesIn(t, text, unit), func(c loopChange) bool { return c.marks }); got != want {
		t.Errorf("marked: %v", got)
	}
}
