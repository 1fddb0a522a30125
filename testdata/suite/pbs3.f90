! Purdue set 3: the sum over i of the products over j of a(i,j).
program pbs3
  implicit none
  integer, parameter :: n = 16
  real :: a(n,n), row(n), s
  integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE row(BLOCK) ONTO p
!HPF$ ALIGN a(i,*) WITH row(i)
  forall (i = 1:n, j = 1:n) a(i,j) = 1.0 + 0.001 * (i + j)
  row = 1.0
  do j = 1, n
    forall (i = 1:n) row(i) = row(i) * a(i,j)
  end do
  s = sum(row)
  print *, s
end program pbs3
