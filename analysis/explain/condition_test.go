package explain_test

import (
	"slices"
	"testing"
)

// A message that a condition needs stands where it is sent: before the loop that
// it has left.
func TestConditionsAreHoisted(t *testing.T) {
	u := explained(t, `program p
integer, parameter :: n = 8
integer :: i
real :: a(n), b(n)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(CYCLIC) ONTO q
!HPF$ DISTRIBUTE b(BLOCK) ONTO q
do i = 1, n
  if (b(i) > 0.0) a(i) = 1.0
end do
end program
`, 4)
	if len(u.Communications) != 1 || !u.Communications[0].Hoisted || u.Communications[0].PlaceLine != 8 {
		t.Errorf("%+v", u.Communications)
	}
}

// What the first iteration alone would do is not listed where it does not do it,
// and a mapping that both parts of a loop leave is listed once.
func TestPartsOfALoop(t *testing.T) {
	u := explained(t, `program p
integer, parameter :: n = 8
integer :: i
real :: a(n)
!HPF$ PROCESSORS q(4)
!HPF$ DYNAMIC a
!HPF$ DISTRIBUTE a(BLOCK) ONTO q
do i = 1, 3
  if (i == 2) then
!HPF$ REDISTRIBUTE a(CYCLIC) ONTO q
  else
!HPF$ REDISTRIBUTE a(CYCLIC) ONTO q
  end if
  a = 1.0
!HPF$ REDISTRIBUTE a(CYCLIC(2)) ONTO q
end do
end program
`, 4)
	for i, note := range u.Arrays[0].Remaps {
		if slices.Contains(u.Arrays[0].Remaps[:i], note) {
			t.Errorf("%+v is listed twice", note)
		}
	}
	for _, c := range u.Communications {
		if (c.Executions == 0) != (c.Number == 0) {
			t.Errorf("line %d: %v executions, %d messages listed", c.Line, c.Executions, c.Number)
		}
	}
	if len(u.Communications) < 3 {
		t.Errorf("%d communications", len(u.Communications))
	}
}

// What some processors pass is executed as often as they do.
func TestExecutionsOfSome(t *testing.T) {
	u := explained(t, `program p
use mpi
integer :: i, rank, ierror
real :: a(8)
call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
do i = 1, 5
  if (rank > 0) call MPI_SEND(a, 8, MPI_REAL, rank - 1, 0, MPI_COMM_WORLD, ierror)
end do
end program
`, 4)
	if len(u.Communications) != 1 || u.Communications[0].Executions != 5 {
		t.Errorf("%+v", u.Communications)
	}
}
