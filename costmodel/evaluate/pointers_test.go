package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A pointer has the extents of what it points at, or of what ALLOCATE gives it: each use those
// of its own moment. What the text does not say is asked for.
func TestPointersHaveExtents(t *testing.T) {
	cases := []struct {
		name, declared, statements string
		iterations                 float64 // of the assignment of zero; 0 where this is asked for
	}{
		{"a whole array", "real, target :: a(500)\nreal, pointer :: p(:)", "p => a\np = 0.0", 500},
		{"allocated", "real, pointer :: p(:)", "allocate(p(500))\np = 0.0", 500},
		{"a statement of its own declares it", "real a(500), p\ndimension p(:)\ntarget a\npointer p", "p => a\np = 0.0", 500},
		{"a section", "real, target :: a(500)\nreal, pointer :: p(:)", "p => a(2:499:2)\np = 0.0", 249},
		{"a row", "real, target :: a(20,30)\nreal, pointer :: p(:)", "p => a(3,:)\np = 0.0", 30},
		{"bounds of its own", "real, target :: a(500)\nreal, pointer :: p(:,:)", "p(1:20,1:10) => a\np = 0.0", 200},
		{"a lower bound of its own", "real, target :: a(500)\nreal, pointer :: p(:)", "p(0:) => a\np = 0.0", 500},
		{"another pointer", "real, pointer :: p(:), q(:)", "allocate(q(300))\np => q\np = 0.0", 300},
		{"the last of two", "real, target :: a(500), b(70)\nreal, pointer :: p(:)", "p => a\np => b\np = 0.0", 70},
		{"the first of two", "real, target :: a(500), b(70)\nreal, pointer :: p(:)", "p => a\np = 0.0\np => b", 500},
		{"nothing behind", "real, target :: a(500)\nreal, pointer :: p(:) => null()", "p => a\np = 0.0\np => null()", 500},
		{"exchanged", "real, target :: a(500), b(500)\nreal, pointer :: p(:), q(:), r(:)", "p => a\nq => b\nr => p\np => q\nq => r\nq = 0.0", 500},
		{"in a structure", "type t\nreal, pointer :: p(:)\nend type\ntype(t) x\nreal, target :: a(500)", "x%p => a\nx%p = 0.0", 500},
		{"an assignment leaves the shape", "real, target :: a(500)\nreal, pointer :: p(:)\nreal :: b(70)", "p => a\np(1:70) = b\np = 0.0", 500},
		{"a function's result", "real, target :: a(500)\nreal, pointer :: p(:)\ninterface\nfunction f()\nreal, pointer :: f(:)\nend function\nend interface", "p => a\np => f()\np = 0.0", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\n" + c.declared + "\n" + c.statements + "\nend program\n"
			line := strings.Count(text[:strings.Index(text, " = 0.0")], "\n") + 1
			u := reportOf(t, "x.f90", text, settings.Settings{}).Units[0]
			got, asked := 0.0, len(u.Assumed()) > 0
			for _, l := range u.Loops {
				if l.Line == line {
					got = l.Iterations
				}
			}
			if asked != (c.iterations == 0) || !asked && got != c.iterations {
				t.Errorf("%s: %v elements, asked %v", text, got, asked)
			}
		})
	}
}

// Pointers that come to point at arrays of one shape are mapped alike by one directive, as what
// ALLOCATE gives one shape; where the shapes may differ, whatever is read is remapped.
func TestPointersAlike(t *testing.T) {
	const head = "program x\nreal, target :: a(64), b(64), c(70)\nreal, pointer, dimension(:) :: p, q, r\n!HPF$ PROCESSORS g(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO g :: a, b, c, p, q, r\ninteger :: i, n\nn = 64\n"
	const use = "\nforall (i = 2:60) q(i) = p(i-1)\n"
	for _, c := range []struct {
		name, statements string
		alike            bool
	}{
		{"one shape", "p => a\nq => b", true},
		{"allocated", "allocate(p(n))\nallocate(q(n))", true},
		{"one is the other", "allocate(p(n))\nq => p", true},
		{"exchanged", "p => a\nq => b\nr => p\np => q\nq => r", true},
		{"another shape", "p => a\nq => c", false},
		{"another shape later", "p => a\nq => b\nif (n > 3) q => c", false},
		{"both later, elsewhere", "p => a\nq => b\nif (n > 3) p => c\nif (n > 4) q => c", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := ""
			for _, l := range reportOf(t, "x.f90", head+c.statements+use+"end program\n", settings.Settings{}).Units[0].Lines {
				for _, m := range l.Comms {
					found += m.Reason + "\n"
				}
			}
			if shifted := strings.HasPrefix(found, "shift of P by -1"); shifted != c.alike || found == "" {
				t.Errorf("%s: %s", c.statements, found)
			}
		})
	}
}
