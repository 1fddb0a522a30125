package lower

import (
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Nothing is wrong with functions in the bounds of ALLOCATE, nor with the places in a status.
func TestNoFalseAlarms(t *testing.T) {
	for name, text := range map[string]string{
		"functions in bounds":   "program p\nimplicit none\nreal x(10)\nreal, allocatable :: w(:)\nif (.not. allocated(w)) allocate(w(size(x)))\nend program\n",
		"the parts of a status": "program p\nuse mpi\nimplicit none\ninteger st(MPI_STATUS_SIZE), e\nprint *, st(MPI_SOURCE), st(MPI_TAG), st(MPI_ERROR)\nend program\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range Lower(fortran.Parse(source.NewText(text), fortran.Free)).Diagnostics {
				t.Error(d.Code, d.Message)
			}
		})
	}
}
