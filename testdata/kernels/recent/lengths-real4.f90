program g_lengths_real4
implicit none
integer, parameter :: n = 3000
real(4) :: x(n), y(n), r(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 2; r = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 1000
tick = it
do i = 1, n
r(i) = sqrt(x(i)*x(i) + y(i)*y(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y, r
end program
