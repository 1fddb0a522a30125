program g_sparse_rows
implicit none
integer, parameter :: n = 8000, m = 7*n
integer :: first(n+1), col(m)
real(8) :: v(m), x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
do i = 1, n+1
first(i) = 7*(i-1) + 1
end do
do i = 1, m
col(i) = mod(i*4091, n) + 1
end do
v = 1; x = 2; y = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 60
tick = it
do i = 1, n
t = 0
do k = first(i), first(i+1)-1
t = t + v(k)*x(col(k))
end do
y(i) = t
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, y
end program
