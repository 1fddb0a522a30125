program running_max
implicit none
integer, parameter :: n = 1000
real(8) :: x(0:n), a(n), b(n), c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; a = 0.5d0; b = 1; c = 2; t = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 6000
tick = it
do i = 1, n
t = max(t, b(i) + a(i))
end do
x(0) = t
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, a, b, c
end program
