package lsp

import (
	"fmt"
	"strings"
	"testing"
)

const passing = `program passing
  use mpi
  implicit none
  integer, parameter :: n = 100
  integer :: rank, size, ierr, status(MPI_STATUS_SIZE)
  real :: a(n), b(n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  if (rank < size - 1) call MPI_Send(a, n, MPI_REAL, rank + 1, 0, MPI_COMM_WORLD, ierr)
  if (rank > 0) call MPI_Recv(b, n, MPI_REAL, rank - 1, 0, MPI_COMM_WORLD, status, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Send(a, n)
end program
`

// A program that passes messages has the same hovers, hints, lenses and
// diagnostics as one whose compiler inserts them.
func TestMessagePassing(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize("{}")
	const uri = "file:///w/shifted.f90"
	c.open(uri, 1, passing)
	if told := string(c.expect("textDocument/publishDiagnostics").Params); !strings.Contains(told, "MPI_SEND has no argument for DATATYPE, DEST, TAG, COMM") {
		t.Errorf("the diagnostics are %s", told)
	}
	for line, wants := range map[int][]string{
		10: {"MPI_RECV: B is received from the processor below", "100 elements", "400 bytes"},
		11: {"MPI_BARRIER: all processors wait for all"},
		9:  {"MPI_SEND: A is sent to the processor above"},
	} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			text := hoverAt(c, line, 30)
			for _, want := range wants {
				if !strings.Contains(text, want) {
					t.Errorf("line %d: the hover does not say %q:\n%s", line+1, want, text)
				}
			}
		})
	}
	hinted := map[int]bool{}
	for _, h := range c.hints(uri, 14) {
		hinted[h.Position.Line] = true
	}
	if !hinted[10] || !hinted[11] {
		t.Errorf("there are hints on lines %v", hinted)
	}
	var lenses []struct {
		Command struct{ Title string }
	}
	c.ask("textDocument/codeLens", object{"textDocument": object{"uri": uri}}, &lenses)
	if len(lenses) == 0 || !strings.Contains(lenses[0].Command.Title, "processors") {
		t.Errorf("the lenses are %v", lenses)
	}
	var reading struct{ Text string }
	c.ask("parlens/spmdReading", object{"textDocument": object{"uri": uri}}, &reading)
	if !strings.Contains(reading.Text, "(0) -> (1): B, 100 elements, 400 bytes") {
		t.Errorf("the reading is\n%s", reading.Text)
	}
}
