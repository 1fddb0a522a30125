! One coarse-grid correction in one dimension: the coarse point i lies on the
! fine point 2i-1, so that the strides of both grids stay on one processor.
program multigrid
  implicit none
  integer, parameter :: n = 17, m = 9
  real :: fine(n), coarse(m), smooth(m)
  integer :: i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE fine(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH fine(2*i-1) :: coarse, smooth
  forall (i = 1:n) fine(i) = i * i
  coarse = 0.0
  smooth = 0.0
  forall (i = 2:m-1) coarse(i) = 0.25 * (fine(2*i-2) + 2.0 * fine(2*i-1) + fine(2*i))
  forall (i = 2:m-1) smooth(i) = 0.5 * (coarse(i-1) + coarse(i+1))
  fine(1:n:2) = fine(1:n:2) + smooth
  forall (i = 1:m-1) fine(2*i) = fine(2*i) + 0.5 * (smooth(i) + smooth(i+1))
  print *, fine(2)
end program multigrid
