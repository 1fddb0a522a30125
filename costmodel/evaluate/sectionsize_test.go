package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// SIZE of a section is a formula: 18 x 10 elements of a plane, 18 of a line, 10 x 4 with a
// stride. What a message sends is as much as what its partner receives, also where the count
// is only assumed.
func TestSizeOfSections(t *testing.T) {
	const head = "program p\nuse mpi\nreal(8) f(18,18,10), g(20,20), r\ninteger e, me, m\ncall MPI_Comm_rank(MPI_COMM_WORLD, me, e)\nread *, r\nm = size(f(1,:,:))\n"
	for count, elements := range map[string]float64{
		"size(f(1,:,:))":         180,
		"m":                      180,
		"size(f(:,2,3))":         18,
		"size(f(1,:,:), 2)":      10,
		"size(g(2:11,1:10:3))":   40,
		"size(g(2:11,1:0))":      0,
		"ubound(f(1,:,:), 2)":    10,
		"ubound(g(5:,:), 1)":     16,
		"lbound(g(5:,:), 1)":     1,
		"int(r)":                 100,
		"size(g(1:size(g,1),3))": 20,
	} {
		t.Run(count, func(t *testing.T) {
			text := head + "call MPI_Sendrecv(f, " + count + ", MPI_DOUBLE_PRECISION, 1-me, 0, g, " + count + ", MPI_DOUBLE_PRECISION, 1-me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Grid: []int{2}})
			line := lineIn(r, strings.Count(head, "\n")+1)
			if len(line.Comms) != 2 {
				t.Fatalf("%d communications", len(line.Comms))
			}
			for _, c := range line.Comms {
				if c.TotalBytes != 2*8*elements {
					t.Errorf("%s: %g bytes, want %g", c.Kind, c.TotalBytes, 2*8*elements)
				}
			}
		})
	}
}
