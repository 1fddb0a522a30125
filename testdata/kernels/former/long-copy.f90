program f_long_copy
implicit none
integer, parameter :: n = 4000000
real(8) :: x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 3
tick = it
do i = 1, n
y(i) = x(i)*1.5d0
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, y
end program
