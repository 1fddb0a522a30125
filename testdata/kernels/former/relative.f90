program f_relative
implicit none
integer, parameter :: n = 2500
real(8) :: x(n), y(n), z(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 2; z = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 600
tick = it
do i = 1, n
z(i) = (x(i) - y(i))/(x(i) + y(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, z
end program
