program g_heat_real4
implicit none
integer, parameter :: n = 160
real(4) :: a(n,n), b(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 200
tick = it
do j = 2, n-1
do i = 2, n-1
b(i,j) = a(i,j) + 0.1*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1) - 4.0*a(i,j))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
