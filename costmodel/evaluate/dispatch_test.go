package evaluate

import (
	"maps"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Which procedure a CLASS object calls depends on its type where types that extend its own bind
// another one; a TYPE object, and a name that none binds anew, say which.
func TestBindingsThatTypesOverride(t *testing.T) {
	const text = `module m
type :: base
contains
procedure :: work => base_work
procedure :: rest => base_work
end type
type, extends(base) :: big
contains
procedure :: work => big_work
end type
contains
subroutine base_work(this, x)
class(base), intent(in) :: this
real, intent(inout) :: x(:)
x(1) = 1
end subroutine
subroutine big_work(this, x)
class(big), intent(in) :: this
real, intent(inout) :: x(:)
x = 1
end subroutine
end module
program p
use m
type(big) :: b
class(base), allocatable :: c
real :: x(1000)
call b%work(x)
allocate(big :: c)
call c%work(x)
call c%rest(x)
end program
`
	r := reportOf(t, "p.f90", text, settings.Settings{})
	for line, open := range map[int]bool{28: false, 30: true, 31: false} {
		if l := lineIn(r, line); strings.Contains(l.NoEstimate, "several types bind") != open {
			t.Errorf("line %d: %q", line, l.NoEstimate)
		}
	}
}

// The types that extend one stand in another module, which the caller uses: an object of a CLASS may
// be of any of them, one of a TYPE is of that.
func TestCallsOfTypesThatOtherModulesExtend(t *testing.T) {
	const text = "module base\ntype :: shape\nreal :: x(100)\ncontains\nprocedure :: work => few\nprocedure :: rest => few\nend type\ncontains\nsubroutine few(this)\nclass(shape) :: this\nthis%x = 1\nend subroutine\nend module\n" +
		"module more\nuse base\ntype, extends(shape) :: big\nreal :: y(1000)\ncontains\nprocedure :: work => many\nend type\ncontains\nsubroutine many(this)\nclass(big) :: this\nthis%y = 1\nend subroutine\nend module\n" +
		"program p\nuse base\nuse more\nclass(shape), allocatable :: c\ntype(shape) :: s\nallocate(big :: c)\ncall c%work()\ncall c%rest()\ncall s%work()\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	for call, open := range map[string]bool{"call c%work": true, "call c%rest": false, "call s%work": false} {
		if l := lineIn(r, lineWith(text, call)); strings.Contains(l.NoEstimate, "several types bind") != open {
			t.Errorf("%s: %q", call, l.NoEstimate)
		}
	}
}

// Of the types that extend the declared one of a CLASS object, none is seen where it is called: the
// procedure of that one counts, and it is said, for components and the variables of modules too. An
// object of a TYPE, and a component of an object of a CLASS that is of a TYPE, say which it is.
func TestCallsOfTypesThatAreExtendedElsewhere(t *testing.T) {
	const text = "module base\ntype :: shape\nreal :: x(100)\ncontains\nprocedure :: work => few\nend type\ntype :: holder\nclass(shape), pointer :: any\ntype(shape) :: one\nend type\nclass(shape), allocatable :: global\ncontains\nsubroutine few(this)\nclass(shape) :: this\nthis%x = 1\nend subroutine\nend module\n" +
		"subroutine s(c, t, h)\nuse base\nclass(shape) :: c\ntype(shape) :: t\nclass(holder) :: h\ncall c%work()\ncall t%work()\ncall h%any%work()\ncall h%one%work()\ncall global%work()\nend subroutine\n"
	r := reportOf(t, "p.f90", text, settings.Settings{})
	said := map[int]bool{}
	for _, u := range r.Units {
		for _, a := range u.Assumptions {
			if a.Name == "few" {
				said[a.Line] = strings.Contains(a.Source, "extends them elsewhere")
			}
		}
	}
	want := map[int]bool{23: true, 24: false, 25: true, 26: false, 27: true}
	if !maps.Equal(said, want) {
		t.Errorf("%v, want %v", said, want)
	}
}

// A binding that a type defers is that of the one type seen that extends it, and it is said; of
// several it depends on the object.
func TestBindingsThatTypesDefer(t *testing.T) {
	const one = "type, extends(op) :: first\ncontains\nprocedure :: work => few\nend type\n"
	const two = "type, extends(op) :: second\ncontains\nprocedure :: work => many\nend type\n"
	text := func(types string) string {
		return "module m\ntype, abstract :: op\ncontains\nprocedure(any), deferred :: work\nend type\n" + types +
			"abstract interface\nsubroutine any(this, x)\nimport op\nclass(op) :: this\nreal :: x(100)\nend subroutine\nend interface\ncontains\n" +
			"subroutine few(this, x)\nclass(op) :: this\nreal :: x(100)\nx(1) = 1\nend subroutine\nsubroutine many(this, x)\nclass(op) :: this\nreal :: x(100)\nx = 1\nend subroutine\nend module\n" +
			"program p\nuse m\nclass(op), allocatable :: c\nreal :: x(100)\ncall c%work(x)\nend program\n"
	}
	for _, c := range []struct{ name, types, lacking, said string }{
		{"one type", one, "", "extends them elsewhere"},
		{"two types that bind the same", one + strings.Replace(two, "many", "few", 1), "", "extends them elsewhere"},
		{"two types", one + two, "several types bind", ""},
		{"no type", "", "not known", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", text(c.types), settings.Settings{})
			if l := lineIn(r, lineWith(text(c.types), "call c%work")); !strings.Contains(l.NoEstimate, c.lacking) || c.lacking == "" && l.NoEstimate != "" {
				t.Errorf("%q, want %q", l.NoEstimate, c.lacking)
			}
			said := ""
			for _, a := range unitNamed(t, r, "p").Assumptions {
				if a.Name == "few" {
					said = a.Source
				}
			}
			if !strings.Contains(said, c.said) || c.said == "" && said != "" {
				t.Errorf("said %q, want %q", said, c.said)
			}
		})
	}
}
