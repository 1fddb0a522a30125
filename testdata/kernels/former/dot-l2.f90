program f_dot_l2
implicit none
integer, parameter :: n = 30000
real(8) :: x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 0.5d0
t = 0; w = 0; j = 0; k = 0
do it = 1, 300
tick = it
do i = 1, n
t = t + x(i)*y(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y
end program
