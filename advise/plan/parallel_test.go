package plan

import (
	"maps"
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

// With a work array that each iteration fills for itself, and a section that a CALL gets in
// each, planes are dealt to the loop over them; `turned`, which another loop walks along its
// last dimension too, is stored transposed and not aligned with `planes`, though a copy walks
// along both: the phases would share one dimension.
func TestTransposedCopiesAreNotAligned(t *testing.T) {
	const text = `program main
  implicit none
  integer, parameter :: n = 64
  real :: planes(n,n+1,n), turned(n,n,n+1), work(n)
  integer :: i, j, k
  planes = 1.0
  do k = 1, n
    do j = 1, n
      do i = 1, n
        work(i) = planes(i,j,k)*0.5
      end do
      do i = 2, n
        planes(i,j,k) = planes(i-1,j,k) + work(i)
      end do
    end do
  end do
  do k = 1, n
    do j = 1, n + 1
      do i = 1, n
        turned(i,k,j) = planes(i,j,k)
      end do
    end do
  end do
  !HPF$ INDEPENDENT
  do j = 1, n + 1
    call transform(turned(:,:,j), n)
  end do
  print *, turned(1,1,1)
end program
  subroutine transform(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n,n)
    integer :: k
    do k = 2, n
      x(:,k) = x(:,k-1) + x(:,k)
    end do
  end subroutine
`
	p, err := Read(workspace.New(texts.FS{"/main.f90": text}).Snapshot(), "/main.f90", 8)
	if err != nil {
		t.Fatal(err)
	}
	to := p.AlongLoops()
	got := map[string]string{}
	for i, g := range p.Groups {
		got[g.Name] = Written(to.Formats[i])
	}
	if want := map[string]string{"planes": "(*,*,BLOCK)", "turned": "(*,*,BLOCK)"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A local array of an included text has one directive there: loops of all units that include
// it count.
func TestLocalArraysOfIncludedTexts(t *testing.T) {
	const head = "real :: work(100,100)\ninteger :: i, j\n"
	const text = "program main\ninclude 'work.h'\ncall sweep\nend program\nsubroutine sweep\ninclude 'work.h'\nwork = 1.0\n" +
		"do i = 1, 100\ndo j = 2, 100\nwork(i,j) = work(i,j-1)\nend do\nend do\nprint *, work(1,1)\nend subroutine\n"
	p, err := Read(workspace.New(texts.FS{"/main.f90": text, "/work.h": head}).Snapshot(), "/main.f90", 8)
	if err != nil {
		t.Fatal(err)
	}
	if to := p.AlongLoops(); len(p.Groups) != 1 || Written(to.Formats[0]) != "(BLOCK,*)" {
		t.Errorf("%v, %v", p.Groups, to.Formats)
	}
}
