package evaluate

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Images in a grid of cobounds, the first index fastest, get from their neighbours as
// counting them says: those whose neighbour is inside the grid.
func TestSeveralCodimensions(t *testing.T) {
	cases := []struct {
		name, declares, allocates string
		first, lower              [2]int // extents are first[0] and what is left; lower cobounds
	}{
		{"declared", "real :: u(10)[2,*]", "", [2]int{2, 4}, [2]int{1, 1}},
		{"from zero", "real :: u(10)[0:3,0:*]", "", [2]int{4, 2}, [2]int{0, 0}},
		{"a codimension", "real, codimension[-1:0,3:*] :: u(10)", "", [2]int{2, 4}, [2]int{-1, 3}},
		{"allocated", "real, allocatable :: u(:)[:,:]", "p = 4\nallocate(u(10)[p,*])\n", [2]int{4, 2}, [2]int{1, 1}},
		{"allocated from zero", "real, allocatable :: u(:)[:,:]", "allocate(u(10)[0:1,*])\n", [2]int{2, 4}, [2]int{0, 1}},
	}
	for _, c := range cases {
		for d := range 2 {
			for _, by := range []int{1, -1} {
				t.Run(fmt.Sprintf("%s, along %d by %d", c.name, d+1, by), func(t *testing.T) {
					subs := []string{"me(1)", "me(2)"}
					subs[d] += fmt.Sprintf("%+d", by)
					end := c.lower[d]
					if by > 0 {
						end += c.first[d] - 1
					}
					text := fmt.Sprintf("program x\nimplicit none\n%s\ninteger :: me(2), p\n%sme = this_image(u)\nif (me(%d) /= %d) u(:) = u(:)[%s,%s]\nsync all\nend program\n",
						c.declares, c.allocates, d+1, end, subs[0], subs[1])
					l := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 8}), lineWith(text, "u(:) = u(:)"))
					want := 0
					for image := range 8 {
						at := [2]int{image % c.first[0], image / c.first[0]}
						if next := at[d] + by; next >= 0 && next < c.first[d] {
							want++
						}
					}
					if l.NoEstimate != "" || len(l.Comms) != 1 || int(l.Comms[0].TotalMessages) != want || int(l.Comms[0].TotalBytes) != 40*want {
						t.Errorf("%+v, want %d messages of 40 bytes", l, want)
					}
				})
			}
		}
	}
}

// A component of another image's structure, coarray or component of one (Fortran 2018, 7.5.4.3),
// is got or put as an array of its own is: 7 of 8 images have a neighbour below, 10 elements.
func TestComponentsOnOtherImages(t *testing.T) {
	const types = "type tile\nreal, allocatable :: u(:,:)[:]\nend type\ntype rows\nreal :: u(10,4)\nend type\ntype(tile) :: t\ntype(rows) :: c[*]\n"
	for _, x := range []struct{ name, statement string }{
		{"got, of a coarray component", "t%u(:,1) = t%u(:,4)[me-1]"},
		{"put, to a coarray component", "t%u(:,1)[me-1] = t%u(:,4)"},
		{"got, of a structure on all images", "c%u(:,1) = c[me-1]%u(:,4)"},
		{"put, to a structure on all images", "c[me-1]%u(:,1) = c%u(:,4)"},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := "program x\nimplicit none\n" + types + "integer :: me\nallocate(t%u(10,4)[*])\nme = this_image()\nif (me > 1) " + x.statement + "\nsync all\nend program\n"
			l := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 8}), lineWith(text, "if (me > 1)"))
			if l.NoEstimate != "" || len(l.Comms) != 1 || l.Comms[0].TotalMessages != 7 || l.Comms[0].TotalBytes != 280 {
				t.Errorf("%+v, want 7 messages of 40 bytes", l)
			}
		})
	}
}
