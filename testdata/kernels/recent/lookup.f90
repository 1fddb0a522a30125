program g_lookup
implicit none
integer, parameter :: n = 20000
real(8) :: x(n), y(n), tab(1001), f
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(x)
y = 0; tab = 1
t = 0; w = 0; j = 0; k = 0
do it = 1, 100
tick = it
do i = 1, n
k = int(x(i)*999d0)
f = x(i)*999d0 - k
y(i) = tab(k+1)*(1d0 - f) + tab(k+2)*f
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y, tab
end program
