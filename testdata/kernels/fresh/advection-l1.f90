program f_advection_l1
implicit none
integer, parameter :: n = 1100
real(8) :: u(0:n), g(0:n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; g = 0
do it = 1, 3000
tick = it
do i = 0, n
g(i) = 0.5d0*u(i)*u(i)
end do
do i = 1, n
u(i) = u(i) - 0.1d0*(g(i) - g(i-1))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u, g
end program
