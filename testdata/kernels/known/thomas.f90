program thomas
implicit none
integer, parameter :: n = 1000
real(8) :: a(n), b(n), c(n), r(n), u(n), g(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 0.1d0; b = 2; c = 0.2d0; r = 1; u = 0; g = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 1500
tick = it
t = b(1)
u(1) = r(1)/t
do i = 2, n
g(i) = c(i-1)/t
t = b(i) - a(i)*g(i)
u(i) = (r(i) - a(i)*u(i-1))/t
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c, r, u, g
end program
