! A nine-point stencil: every point needs all eight neighbours, so that the
! corners of a block come from processors that are diagonal neighbours.
program stencil
  implicit none
  integer, parameter :: n = 16
  real :: a(n,n), b(n,n)
  integer :: i, j
!HPF$ PROCESSORS p(2,2)
!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO p
!HPF$ ALIGN b(i,j) WITH a(i,j)
  forall (i = 1:n, j = 1:n) a(i,j) = i + j
  b = a
  forall (i = 2:n-1, j = 2:n-1)
    b(i,j) = 0.25 * a(i,j) &
           + 0.125 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) &
           + 0.0625 * (a(i-1,j-1) + a(i-1,j+1) + a(i+1,j-1) + a(i+1,j+1))
  end forall
  print *, b(2,2)
end program stencil
