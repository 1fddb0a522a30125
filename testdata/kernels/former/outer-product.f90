program f_outer_product
implicit none
integer, parameter :: n = 300
real(8) :: a(n,n), x(n), y(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 0; x = 1; y = 2
t = 0; w = 0; j = 0; k = 0
do it = 1, 60
tick = it
do j = 1, n
do i = 1, n
a(i,j) = x(i)*y(j)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a
end program
