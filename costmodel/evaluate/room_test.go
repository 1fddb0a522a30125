package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// TestRoomOfArraysIsSeen: a row of a(16,4096), of whose rows each processor has four, takes
// one element of each 16 bytes. Where another statement shifts it, each column is longer by
// an overlap area: 12 bytes of three elements on one side. So more lines move.
func TestRoomOfArraysIsSeen(t *testing.T) {
	const text = `program p
  integer, parameter :: n = 4096
  real :: a(16,n), b(16,n)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE (BLOCK,*) ONTO q :: a, b
  a(1,:) = a(1,:) * 2.0
  b(1:13,:) = b(1:13,:)
end program
`
	shifted := strings.Replace(text, "= b(1:13,:)", "= a(4:16,:)", 1)
	row := func(snap *workspace.Snapshot) float64 {
		r, err := File(context.Background(), snap, "p.f90", settings.Settings{Machine: "cluster"})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range r.Units[0].Lines {
			if l.Line == 6 {
				return l.Busy
			}
		}
		t.Fatal("the row has no line")
		return 0
	}
	w := workspace.New(texts.FS{})
	before := row(w.Open("p.f90", "", 0, text))
	snap, err := w.Change("p.f90", 1, source.NewText(shifted))
	if err != nil {
		t.Fatal(err)
	}
	after, fresh := row(snap), row(workspace.New(texts.FS{}).Open("p.f90", "", 0, shifted))
	if after != fresh || after <= before {
		t.Errorf("%g s, %g s after the edit, %g s from scratch", before, after, fresh)
	}
}
