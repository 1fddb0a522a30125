! Livermore kernel 22, the Planckian distribution: an exponential for every
! element, and nothing to move.
program lfk22
  implicit none
  integer, parameter :: n = 128
  real :: u(n), v(n), w(n), x(n), y(n)
  integer :: k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE u(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH u(i) :: v, w, x, y
  forall (k = 1:n) u(k) = 0.01 * k
  forall (k = 1:n) v(k) = 1.0 + 0.02 * k
  forall (k = 1:n) x(k) = 0.5 + 0.001 * k
  forall (k = 1:n) y(k) = u(k) / v(k)
  forall (k = 1:n) w(k) = x(k) / (exp(y(k)) - 1.0)
  print *, w(1)
end program lfk22
