program f_roots_real4
implicit none
integer, parameter :: n = 4000
real(4) :: x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 2; y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 500
tick = it
do i = 1, n
y(i) = sqrt(x(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y
end program
