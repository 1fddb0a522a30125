! A recurrence in both directions: a processor can begin a column of its block
! when its neighbour has done the one before.
program wavefront
  implicit none
  integer, parameter :: n = 16
  real :: a(n,n)
  integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p
  a = 1.0
  do j = 2, n
    do i = 2, n
      a(i,j) = 0.5 * (a(i-1,j) + a(i,j-1))
    end do
  end do
  print *, a(n,n)
end program wavefront
