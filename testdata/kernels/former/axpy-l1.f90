program f_axpy_l1
implicit none
integer, parameter :: n = 1500
real(8) :: x(n), y(n), s
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 2; s = 1d-6
t = 0; w = 0; j = 0; k = 0
do it = 1, 5000
tick = it
do i = 1, n
y(i) = y(i) + s*x(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, s, y
end program
