package plan

import (
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// An array of structures is mapped as a whole: its components are no arrays of their own, and
// loops over them are loops over it.
func TestArraysOfStructures(t *testing.T) {
	const text = `program main
type vector
 real :: x(3)
end type
type cell
 type(vector) :: v
 real :: e
end type
type(cell) :: c(64,64), d(64,64), one
real :: table(64,64)
integer :: i, j
do j = 2, 64
 do i = 1, 64
  d(i,j)%e = d(i,j-1)%e + c(i,j)%v%x(2)
  table(j,i) = c(i,j)%e
 end do
end do
one = c(1,1)
end program
`
	p, err := Read(workspace.New(texts.FS{"p.f90": text}).Snapshot(), "p.f90", 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Groups) != 2 || p.Groups[0].Name != "c, d" || p.Groups[1].Name != "table" {
		t.Fatalf("%+v", p.Groups)
	}
	if p.Groups[0].Parallel != 0 || p.Groups[0].Rank != 2 {
		t.Errorf("dealt along %d of %d", p.Groups[0].Parallel, p.Groups[0].Rank)
	}
}
