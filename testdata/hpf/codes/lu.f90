! LU decomposition without pivoting, columns dealt out in turn so that the
! shrinking rest of the matrix stays on all processors.
program lu
  implicit none
  integer, parameter :: n = 8
  real :: a(n,n)
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(*,CYCLIC) ONTO p
  forall (i = 1:n, j = 1:n) a(i,j) = 1.0 / (i + j)
  do k = 1, n - 1
    a(k+1:n,k) = a(k+1:n,k) / a(k,k)
    forall (i = k+1:n, j = k+1:n)
      a(i,j) = a(i,j) - a(i,k) * a(k,j)
    end forall
  end do
  print *, a(n,n)
end program lu
