program f_diffusion_l3
implicit none
integer, parameter :: n = 76
real(8), save :: u(n,n,n), v(n,n,n), c(n,n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; v = 0; c = 0.1d0
do it = 1, 10
tick = it
do k = 2, n-1
do j = 2, n-1
do i = 2, n-1
v(i,j,k) = u(i,j,k) + c(i,j,k)*(u(i-1,j,k) - 2d0*u(i,j,k) + u(i+1,j,k) + u(i,j-1,k) - 2d0*u(i,j,k) + u(i,j+1,k) &
  + u(i,j,k-1) - 2d0*u(i,j,k) + u(i,j,k+1))
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, v
end program
