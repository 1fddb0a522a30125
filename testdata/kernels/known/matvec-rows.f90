program matvec_rows
implicit none
integer, parameter :: n = 300
real(8) :: a(n,n), x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; x = 1; y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 100
tick = it
do i = 1, n
t = 0
do j = 1, n
t = t + a(i,j)*x(j)
end do
y(i) = t
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, x, y
end program
