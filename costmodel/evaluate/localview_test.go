package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// In the local view of XcalableMP each node does what its own program says, by its number;
// nothing is distributed. Iterations, messages and bytes are counted by hand.
func TestLocalView(t *testing.T) {
	const numbers = "me = xmp_node_num()\nnp = xmp_num_nodes()\n"
	for _, c := range []struct {
		name, declares, body, line string
		executions, messages       float64 // on the reference processor, and of all
		bytes                      float64 // of all
	}{
		{"a cyclic loop", "real(8) :: s", numbers + "do i = me, 4000, np\ns = s + 1d0/i\nend do\n!$xmp reduction(+:s)\n", "s = s + 1d0/i", 500, 0, 0},
		{"its reduction", "real(8) :: s", numbers + "do i = me, 4000, np\ns = s + 1d0/i\nend do\n!$xmp reduction(+:s)\n", "!$xmp reduction", 1, 8 * 3, 8 * 3 * 8},
		{"to the next image", "real(8) :: a(100)[*]", "me = this_image()\nnp = num_images()\nif (me < np) a(1:10)[me+1] = a(91:100)\nsync all\n", "a(1:10)", 1, 7, 7 * 10 * 8},
		{"by the node's number", "real(8) :: a(100)[*]", numbers + "if (me > 1) a(1:10)[me-1] = a(91:100)\nsync all\n", "a(1:10)", 1, 7, 7 * 10 * 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program x\nimplicit none\ninclude 'xmp_lib.h'\n" + c.declares + "\ninteger :: i, me, np\n!$xmp nodes p(8)\n" + c.body + "end program\n"
			r := reportOf(t, "x.f90", text, settings.Settings{})
			l := lineIn(r, lineWith(text, c.line))
			messages, bytes := 0.0, 0.0
			for _, x := range l.Comms {
				messages, bytes = messages+x.TotalMessages, bytes+x.TotalBytes
			}
			if u := r.Units[0]; u.NoEstimate != "" || l.NoEstimate != "" || len(u.Grid) != 1 || u.Grid[0] != 8 {
				t.Fatalf("%q, %q on %v", u.NoEstimate, l.NoEstimate, u.Grid)
			}
			if l.Executions != c.executions && c.messages == 0 || messages != c.messages || bytes != c.bytes {
				t.Errorf("%g executions, %g messages of %g bytes, want %g, %g, %g", l.Executions, messages, bytes, c.executions, c.messages, c.bytes)
			}
		})
	}
}

// Its processors are all that NODES declares, in however many dimensions and wherever the unit
// sees it, also for operations of all nodes in a program that does not ask for its number.
// Three stages bring each of the 8 nodes 100 elements of 8 bytes.
func TestNodesOfLocalView(t *testing.T) {
	const asks, combines = "i = xmp_node_num()\n", "!$xmp reduction(+:s)\n"
	for _, c := range []struct{ name, before, declares, body string }{
		{"in two dimensions", "", "!$xmp nodes p(2,4)\n", asks},
		{"with a part of them", "", "!$xmp nodes p(8)\n!$xmp nodes q(4) = p(1:4)\n", asks},
		{"of a module", "module m\n!$xmp nodes p(8)\nend module\n", "use m\n", asks},
		{"of nobody who asks", "", "!$xmp nodes p(8)\n", ""},
		{"of a module, of nobody who asks", "module m\n!$xmp nodes p(4,2)\nend module\n", "use m\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.before + "program x\n" + c.declares + "integer, external :: xmp_node_num\nreal(8) :: s(100)\ninteger :: i\n" + c.body + "s = i\n" + combines + "end program\n"
			r := reportOf(t, "x.f90", text, settings.Settings{})
			l := lineIn(r, lineWith(text, "!$xmp reduction"))
			if u := r.Units[len(r.Units)-1]; len(u.Grid) != 1 || u.Grid[0] != 8 || len(l.Comms) != 1 || l.Comms[0].TotalBytes != 8*3*100*8 {
				t.Errorf("%+v on %v", l.Comms, u.Grid)
			}
		})
	}
}
