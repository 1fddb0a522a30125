program pipeline
  integer, parameter :: n = 6, m = 4
  integer :: i, j
  real :: a(n,m)
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p
  do j = 1, m
    do i = 2, n
      a(i,j) = a(i-1,j) + 1.0
    end do
  end do
end program pipeline
