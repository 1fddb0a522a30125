! Livermore kernel 2, an excerpt of an incomplete Cholesky conjugate gradient
! code: a vector is halved, level by level. The bounds of the loop inside change
! from level to level; they follow from n alone.
program lfk2
  implicit none
  integer, parameter :: n = 128
  real :: x(2*n+2), v(2*n+2)
  integer :: first, last, length, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN v(i) WITH x(i)
  forall (k = 1:2*n+2) x(k) = 1.0 / k
  forall (k = 1:2*n+2) v(k) = 0.001 * k
  length = n
  last = 0
  do while (length > 1)
    first = last
    last = last + length
    length = length / 2
    forall (k = 1:length)
      x(last+k) = x(first+2*k) - v(first+2*k) * x(first+2*k-1) - v(first+2*k+1) * x(first+2*k+1)
    end forall
  end do
  print *, x(1)
end program lfk2
