! The inner product of two vectors, written in three ways.
program inner
  implicit none
  integer, parameter :: n = 10000
  real, dimension(n) :: x, y
  real :: by_loop, by_sum, by_intrinsic
  integer :: i

!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(n)
!HPF$ DISTRIBUTE t(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH t(i) :: x, y

!HPF$ INDEPENDENT
  do i = 1, n
    x(i) = 1.0 / real(i)
    y(i) = real(i)
  end do

  by_loop = 0.0
!HPF$ INDEPENDENT, REDUCTION(by_loop)
  do i = 1, n
    by_loop = by_loop + x(i) * y(i)
  end do

  by_sum = sum(x * y)
  by_intrinsic = dot_product(x, y)

  print *, by_loop, by_sum, by_intrinsic
end program inner
