program f_filter
implicit none
integer, parameter :: n = 6000
real(8) :: x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 800
tick = it
do i = 3, n-2
y(i) = 0.1d0*x(i-2) + 0.2d0*x(i-1) + 0.4d0*x(i) + 0.2d0*x(i+1) + 0.1d0*x(i+2)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y
end program
