program g_gradient_l3
implicit none
integer, parameter :: n = 420
real(8), save :: p(n,n), gx(n,n), gy(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
p = 1; gx = 0; gy = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 20
tick = it
do j = 2, n-1
do i = 2, n-1
gx(i,j) = 0.5d0*(p(i+1,j) - p(i-1,j))
gy(i,j) = 0.5d0*(p(i,j+1) - p(i,j-1))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p, gx, gy
end program
