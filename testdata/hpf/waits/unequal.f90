program unequal
  integer, parameter :: n = 8
  integer :: i, j
  real :: a(n,n), x(n), y(n)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: x, y
!HPF$ DISTRIBUTE a(*,BLOCK) ONTO p
  do j = 1, n
    do i = 1, j
      x(j) = x(j) + a(i,j)
    end do
  end do
  y = cshift(x, 1)
  do j = 1, n
    do i = j, n
      y(j) = y(j) + a(i,j)
    end do
  end do
end program unequal
