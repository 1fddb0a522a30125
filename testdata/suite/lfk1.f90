! Livermore kernel 1, a fragment of a hydrodynamics code. z is read ten and
! eleven places ahead of what is computed.
program lfk1
  implicit none
  integer, parameter :: n = 128
  real :: x(n), y(n), z(n+11), q, r, t
  integer :: k
!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE line(n+11)
!HPF$ DISTRIBUTE line(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH line(i) :: x, y, z
  q = 0.05
  r = 0.2
  t = 0.1
  forall (k = 1:n) y(k) = 0.001 * k
  forall (k = 1:n+11) z(k) = 0.002 * k
  forall (k = 1:n) x(k) = q + y(k) * (r * z(k+10) + t * z(k+11))
  print *, x(1)
end program lfk1
