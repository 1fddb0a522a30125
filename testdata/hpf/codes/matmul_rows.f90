! A matrix product, all three matrices distributed (BLOCK,*).
program matmul_rows
  implicit none
  integer, parameter :: n = 8
  real :: a(n,n), b(n,n), c(n,n)
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, b, c
  forall (i = 1:n, j = 1:n)
    a(i,j) = i
    b(i,j) = j
    c(i,j) = 0.0
  end forall
  do k = 1, n
    forall (i = 1:n, j = 1:n) c(i,j) = c(i,j) + a(i,k) * b(k,j)
  end do
  print *, c(n,n)
end program matmul_rows
