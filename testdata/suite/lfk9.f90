! Livermore kernel 9, integrate predictors: every column of px is a point of its
! own, so nothing has to be moved.
program lfk9
  implicit none
  integer, parameter :: n = 128
  real :: px(13,n), c0
  real, parameter :: dm(7) = (/ 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7 /)
  integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE px(*,BLOCK) ONTO p
  c0 = 4.0
  forall (j = 1:13, i = 1:n) px(j,i) = 0.01 * j + 0.001 * i
  forall (i = 1:n)
    px(1,i) = dm(7) * px(13,i) + dm(6) * px(12,i) + dm(5) * px(11,i) + dm(4) * px(10,i) &
            + dm(3) * px(9,i) + dm(2) * px(8,i) + dm(1) * px(7,i) &
            + c0 * (px(5,i) + px(6,i)) + px(3,i)
  end forall
  print *, px(1,1)
end program lfk9
