program h_column_sums
implicit none
integer, parameter :: n = 300
real(8) :: a(n,n), b(n,n), c(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 200
tick = it
do j = 1, n
t = 0
do i = 1, n
t = t + a(i,j)
end do
b(j,1) = t
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
