package plan

import (
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Arrays are dealt along the outermost parallel loops, in procedures too: `rows` along its
// first dimension, since its recurrence goes along the second; `columns` along its second by
// the loop of a procedure, though a loop that stands inside walks along the first. A table,
// and what only a serial loop walks along, have no directives.
func TestAlongLoops(t *testing.T) {
	const text = `program main
  implicit none
  integer, parameter :: n = 200
  real :: rows(n,n), columns(n+1,n), table(10,10), serial(n,n,2)
  integer :: i, j
  do i = 1, n
    do j = 2, n
      rows(i,j) = rows(i,j-1) + table(1,2)
    end do
  end do
  do j = 1, 10
    table(:,j) = 1.0
  end do
  do j = 2, n
    serial(j,1,1) = serial(j-1,1,1)*0.5
  end do
  call fill(columns)
contains
  subroutine fill(x)
    real :: x(n+1,n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        x(i,j) = i*j
      end do
    end do
  end subroutine
end program
`
	p, err := Read(workspace.New(texts.FS{"/main.f90": text}).Snapshot(), "/main.f90", 8)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"rows": "(BLOCK,*)", "columns": "(*,BLOCK)", "table": "-", "serial": "-"}
	to := p.AlongLoops()
	for i, g := range p.Groups {
		if got := Written(to.Formats[i]); got != want[g.Name] {
			t.Errorf("%s: %s, want %s", g.Name, got, want[g.Name])
		}
		delete(want, g.Name)
	}
	if len(want) > 0 {
		t.Errorf("no groups: %v", want)
	}
}
