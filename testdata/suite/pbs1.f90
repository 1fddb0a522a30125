! Purdue set 1: the integral of a function by the trapezoidal rule.
program pbs1
  implicit none
  integer, parameter :: n = 128
  real, parameter :: a = 0.0, b = 2.0
  real :: f(n+1), h, integral
  integer :: i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE f(BLOCK) ONTO p
  h = (b - a) / n
  forall (i = 1:n+1) f(i) = exp(-(a + (i - 1) * h)**2)
  integral = h * (sum(f) - 0.5 * (f(1) + f(n+1)))
  print *, integral
end program pbs1
