! Livermore kernel 3, the inner product.
program lfk3
  implicit none
  integer, parameter :: n = 128
  real :: x(n), z(n), q
  integer :: k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN z(i) WITH x(i)
  forall (k = 1:n) x(k) = 0.001 * k
  forall (k = 1:n) z(k) = 1.0 / k
  q = sum(z * x)
  print *, q
end program lfk3
