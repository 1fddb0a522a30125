program g_logistic
implicit none
integer, parameter :: n = 2000
real(8) :: x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(x)
y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 300
tick = it
do i = 1, n
y(i) = 1d0/(1d0 + exp(-x(i)))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y
end program
