package evaluate

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Who executes an iteration whole has what it stores in it, elements of others too: of c(16,16),
// which lies by rows, each of 4 processors makes 4 columns and sends 12 rows of them away, 192
// elements of 4 bytes over all; what it then reads of them does not come back. What the
// iteration has not made for sure still comes, as at most so much.
func TestIterationsHaveWhatTheyMake(t *testing.T) {
	const text = "program p\nreal a(16,16), b(16,16), c(16,16)\ninteger i, j\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\n!HPF$ DISTRIBUTE (BLOCK,*) :: c\n!HPF$ INDEPENDENT, NEW(i)%s\ndo j = 1, 16\n%send do\nend program\n"
	const home = ", ON HOME(b(1,j))"
	for _, c := range []struct {
		name, home, body string
		bytes            float64 // for reading c
		bound            bool
	}{
		{"by elements", "", "do i = 1, 16\nc(i,j) = a(i,j)\nb(i,j) = c(i,j)\nend do\n", 0, false},
		{"in another loop", home, "do i = 1, 16\nc(i,j) = a(i,j)\nend do\ndo i = 2, 15\nb(i,j) = c(i-1,j) + c(i+1,j)\nend do\n", 0, false},
		{"by sections", home, "c(:,j) = a(:,j)\nb(2:15,j) = c(1:14,j)\n", 0, false},
		{"in a test", home, "do i = 1, 16\nc(i,j) = a(i,j)\nif (c(i,j) > 0.0) b(i,j) = 1.0\nend do\n", 0, false},
		{"before it is made", home, "do i = 1, 16\nb(i,j) = c(i,j)\nc(i,j) = a(i,j)\nend do\n", 768, false},
		{"under a condition", home, "do i = 1, 16\nif (a(i,j) > 0.0) c(i,j) = a(i,j)\nb(i,j) = c(i,j)\nend do\n", 768, true},
		{"some of it", home, "do i = 1, 8\nc(i,j) = a(i,j)\nend do\ndo i = 1, 16\nb(i,j) = c(i,j)\nend do\n", 768, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", fmt.Sprintf(text, c.home, c.body), settings.Settings{Procs: 4})
			read, back, messages, bound := 0.0, 0.0, 0.0, false
			for _, l := range r.Units[0].Lines {
				for _, m := range l.Comms {
					if m.Kind == "write-back" {
						back += m.TotalBytes
					} else {
						read, messages, bound = read+m.TotalBytes, messages+m.TotalMessages, bound || m.Bound
					}
				}
			}
			if read != c.bytes || bound != c.bound {
				t.Errorf("%g bytes are read, in bounds %v; want %g, %v", read, bound, c.bytes, c.bound)
			}
			if want := c.bytes / 64; messages != want { // one for each of 12 pairs
				t.Errorf("they come in %g messages, want %g", messages, want)
			}
			if want := 768.0; c.name != "some of it" && back != want {
				t.Errorf("%g bytes are brought home, want %g", back, want)
			}
		})
	}
}

// An INDEPENDENT loop inside has owners of its own: they get a(i,j) in one message for each of 12
// pairs, and in each of 16 iterations the executor of b(:,j) gets back 12 elements from 3 others.
func TestIterationsLackWhatOthersMakeInThem(t *testing.T) {
	const text = "program p\nreal a(16,16), b(16,16), c(16,16)\ninteger i, j\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\n!HPF$ DISTRIBUTE (BLOCK,*) :: c\n!HPF$ INDEPENDENT, NEW(i), ON HOME(b(1,j))\ndo j = 1, 16\n" +
		"!HPF$ INDEPENDENT\ndo i = 1, 16\nc(i,j) = a(i,j)\nend do\ndo i = 1, 16\nb(i,j) = c(i,j)\nend do\nend do\nend program\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
	for line, want := range map[int][2]float64{10: {12, 768}, 13: {48, 768}} {
		t.Run(fmt.Sprint("line ", line), func(t *testing.T) {
			if l := lineIn(r, line); len(l.Comms) != 1 || l.Comms[0].TotalMessages != want[0] || l.Comms[0].TotalBytes != want[1] {
				t.Errorf("%+v, want %g messages of %g bytes", l.Comms, want[0], want[1])
			}
		})
	}
}

// An INDEPENDENT loop inside that moves no owner has none of its own: the iteration makes c(17-j,:),
// 256 elements over all, which 4 processors bring home to 4 others, and reads them where they are.
// What it reads before it makes them comes once, from 4 others, as at most so much.
func TestIterationsHaveWhatLoopsWithoutOwnersMake(t *testing.T) {
	const text = "program p\nreal a(16,16), b(16,16), c(16,16)\ninteger i, j, k\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\n!HPF$ DISTRIBUTE (BLOCK,*) :: c\n!HPF$ INDEPENDENT, NEW(i,k), ON HOME(b(1,j))\ndo j = 1, 16\n%send do\nend program\n"
	const makes, reads = "!HPF$ INDEPENDENT\ndo i = 1, 16\nc(17-j,i) = a(i,j)\nend do\n", "do i = 1, 16\nb(i,j) = c(17-j,i)\nend do\n"
	for _, c := range []struct {
		name, body     string
		messages, each float64 // for reading c
		bound          bool
	}{
		{"before", makes + reads, 0, 0, false},
		{"before, in a loop around both", "do k = 1, 2\n" + makes + reads + "end do\n", 0, 0, false},
		{"behind, in a loop around both", "do k = 1, 2\n" + reads + makes + "end do\n", 4, 256, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", fmt.Sprintf(text, c.body), settings.Settings{Procs: 4})
			var read, back [2]float64
			bound := false
			for _, l := range r.Units[0].Lines {
				for _, m := range l.Comms {
					to := &read
					if m.Kind == "write-back" {
						to = &back
					} else {
						bound = bound || m.Bound
					}
					to[0], to[1] = to[0]+m.TotalMessages, to[1]+m.TotalBytes
				}
			}
			if want := [2]float64{c.messages, c.messages * c.each}; read != want || bound != c.bound {
				t.Errorf("messages and bytes that are read: %v, in bounds %v; want %v, %v", read, bound, want, c.bound)
			}
			if want := [2]float64{4, 1024}; back != want {
				t.Errorf("messages and bytes that are brought home: %v, want %v", back, want)
			}
		})
	}
}
