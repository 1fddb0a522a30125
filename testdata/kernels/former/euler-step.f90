program f_euler_step
implicit none
integer, parameter :: n = 4000
real(8) :: u(n), f(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
u = 1; f = 0.1d0
t = 0; w = 0; j = 0; k = 0
do it = 1, 1000
tick = it
do i = 1, n
u(i) = u(i) + 0.01d0*(f(i) - u(i)*u(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u, f
end program
