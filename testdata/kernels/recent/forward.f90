program g_forward
implicit none
integer, parameter :: n = 300
real(8) :: l(n,n), x(n), b(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
l = 0.001d0; b = 1; x = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 100
tick = it
x = b
do j = 1, n
do i = j+1, n
x(i) = x(i) - l(i,j)*x(j)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, l, x
end program
