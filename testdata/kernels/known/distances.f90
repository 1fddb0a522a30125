program distances
implicit none
integer, parameter :: n = 1000
real(8) :: x(n), y(n), z(n), r(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; y = 2; z = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 2000
tick = it
do i = 1, n
r(i) = sqrt(x(i)*x(i) + y(i)*y(i) + z(i)*z(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, y, z, r
end program
