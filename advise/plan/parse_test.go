package plan

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A name stands for the arrays of all units that have it.
func TestArraysOfOneName(t *testing.T) {
	const text = `program main
real :: a(64,64)
a = 1
call rows(a)
call columns(a)
end program
subroutine rows(a)
real :: a(64,64), w(64,32)
integer :: i, j
do j = 1, 32
 do i = 1, 64
  w(i,j) = a(i,2*j)
 end do
end do
a(:,1:32) = w
end subroutine
subroutine columns(a)
real :: a(64,64), w(32,48)
integer :: i, j
do j = 1, 48
 do i = 1, 32
  w(i,j) = a(2*i,j)
 end do
end do
a(1:32,1:48) = w
end subroutine
`
	p, err := Read(workspace.New(texts.FS{"p.f90": text}).Snapshot(), "p.f90", 4)
	if err != nil {
		t.Fatal(err)
	}
	to, err := p.Parse("DISTRIBUTE w(*,CYCLIC)")
	if err != nil {
		t.Fatal(err)
	}
	for _, none := range []string{"", " ; "} {
		if _, err := p.Parse(none); err == nil {
			t.Errorf("%q is a mapping", none)
		}
	}
	got := 0
	for i, g := range p.Groups {
		if g.Name == "w" && fmt.Sprint(to.Formats[i]) == "[* CYCLIC]" {
			got++
		}
	}
	if got != 2 {
		t.Errorf("%+v: %v", p.Groups, to.Formats)
	}
}
