program red_black_l3
implicit none
integer, parameter :: n = 900
real(8) :: u(n,n), v(n,n), f(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
u = 1; v = 2; f = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 20
tick = it
do k = 0, 1
do j = 2, n-1
do i = 2 + mod(j+k,2), n-1, 2
u(i,j) = u(i,j) + 0.3d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4d0*u(i,j))
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u, v, f
end program
