! Purdue set 2: the sum over i of the products over j of
! 1 + 0.5 / (|i - j| + 0.001). Every row is on one processor.
program pbs2
  implicit none
  integer, parameter :: n = 16
  real :: factor(n,n), row(n), e
  integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE row(BLOCK) ONTO p
!HPF$ ALIGN factor(i,*) WITH row(i)
  forall (i = 1:n, j = 1:n) factor(i,j) = 1.0 + 0.5 / (abs(i - j) + 0.001)
  row = 1.0
  do j = 1, n
    forall (i = 1:n) row(i) = row(i) * factor(i,j)
  end do
  e = sum(row)
  print *, e
end program pbs2
