program first_order
implicit none
integer, parameter :: n = 1000
real(8) :: x(0:n), a(n), b(n), c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; a = 0.5d0; b = 1; c = 2
t = 0; w = 0; j = 0; k = 0
do it = 1, 4000
tick = it
do i = 1, n
x(i) = b(i) - a(i)*x(i-1)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, a, b, c
end program
