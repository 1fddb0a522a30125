! pi as the area under 4 / (1 + x*x) from 0 to 1, by the n-point rule.
program pi
  implicit none
  integer, parameter :: n = 128
  double precision :: f(n), area
  double precision, parameter :: h = 1.0d0 / n
  integer :: i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE f(BLOCK) ONTO p
  forall (i = 1:n) f(i) = 4.0d0 / (1.0d0 + ((i - 0.5d0) * h)**2)
  area = h * sum(f)
  print *, area
end program pi
