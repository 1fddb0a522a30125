program g_bins
implicit none
integer, parameter :: n = 30000
integer :: b(n)
real(8) :: h(2048), x(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
do i = 1, n
b(i) = mod(i*1231, 2048) + 1
end do
x = 1; h = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 150
tick = it
do i = 1, n
h(b(i)) = h(b(i)) + x(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, h, b
end program
