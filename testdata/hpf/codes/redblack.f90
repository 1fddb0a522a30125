! Red-black relaxation: first all points with i+j even, then those with i+j odd.
! Each colour is two sections with stride 2; neighbours have the other colour.
program redblack
  implicit none
  integer, parameter :: n = 18, sweeps = 10
  real :: u(n,n)
  integer :: i, j, sweep
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE u(*,BLOCK) ONTO p
  u = 0.0
  u(1,:) = 1.0
  do sweep = 1, sweeps
    forall (i = 2:n-2:2, j = 2:n-2:2) &
      u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
    forall (i = 3:n-1:2, j = 3:n-1:2) &
      u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
    forall (i = 3:n-1:2, j = 2:n-2:2) &
      u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
    forall (i = 2:n-2:2, j = 3:n-1:2) &
      u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
  end do
  print *, u(2,2)
end program redblack
