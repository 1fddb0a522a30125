program f_clenshaw
implicit none
integer, parameter :: n = 900, m = 14
real(8) :: x(n), y(n), c(m), b0, b1, b2
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
call random_number(x)
y = 0; c = 0.5d0
do it = 1, 100
tick = it
do i = 1, n
b1 = 0; b2 = 0
do k = m, 1, -1
b0 = c(k) + 2d0*x(i)*b1 - b2
b2 = b1
b1 = b0
end do
y(i) = b1 - x(i)*b2
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, y
end program
