program g_residual_mem
implicit none
integer, parameter :: n = 140
real(8), save :: u(n,n,n), f(n,n,n), r(n,n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
u = 1; f = 2; r = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 2
tick = it
do k = 2, n-1
do j = 2, n-1
do i = 2, n-1
r(i,j,k) = f(i,j,k) - (6d0*u(i,j,k) - u(i-1,j,k) - u(i+1,j,k) - u(i,j-1,k) - u(i,j+1,k) - u(i,j,k-1) - u(i,j,k+1))
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u, f, r
end program
