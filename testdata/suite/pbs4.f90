! Purdue set 4: the sum of the reciprocals of a vector.
program pbs4
  implicit none
  integer, parameter :: n = 128
  real :: x(n), r
  integer :: i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
  forall (i = 1:n) x(i) = 0.5 + i
  r = sum(1.0 / x)
  print *, r
end program pbs4
