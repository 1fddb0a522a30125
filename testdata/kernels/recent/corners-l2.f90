program g_corners_l2
implicit none
integer, parameter :: n = 38
real(8) :: a(n,n,n), b(n,n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 60
tick = it
do k = 1, n-1
do j = 1, n-1
do i = 1, n-1
b(i,j,k) = 0.125d0*(a(i,j,k) + a(i+1,j,k) + a(i,j+1,k) + a(i+1,j+1,k) &
  + a(i,j,k+1) + a(i+1,j,k+1) + a(i,j+1,k+1) + a(i+1,j+1,k+1))
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
