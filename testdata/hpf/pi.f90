! pi as the integral of 4 / (1 + x*x) from 0 to 1 by the midpoint rule: every
! processor evaluates its share of the strips, one SUM adds them up.
program quadrature
  implicit none
  integer, parameter :: n = 100000
  double precision, parameter :: h = 1.0d0 / n
  double precision, dimension(n) :: strip
  double precision :: pi
  integer :: i

!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE strip(BLOCK) ONTO p

  forall (i = 1:n) strip(i) = 4.0d0 / (1.0d0 + ((i - 0.5d0) * h)**2)
  pi = h * sum(strip)

  print *, 'pi is about', pi
end program quadrature
