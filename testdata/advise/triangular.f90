! A triangular matrix and a few right-hand sides: rows that are done are not touched again.
program triangular
  implicit none
  integer, parameter :: n = 1024, sides = 6
  real(8) :: l(n,n), b(n,sides)
  integer :: i, j, k
!HPF$ PROCESSORS p(8)
!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: l, b
  l = 0.001d0
  b = 1.0d0
  do j = 1, n
    do k = 1, sides
      do i = j + 1, n
        b(i,k) = b(i,k) - l(i,j)*b(j,k)
      end do
    end do
  end do
  print *, sum(b)
end program triangular
