program g_lanes_l3
implicit none
integer, parameter :: n = 400
real(8), save :: x(n,n), a(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
x = 1; a = 0.5d0
t = 0; w = 0; j = 0; k = 0
do it = 1, 30
tick = it
do j = 2, n
do i = 1, n
x(i,j) = x(i,j) - a(i,j)*x(i,j-1)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x, a
end program
