program f_back_substitution
implicit none
integer, parameter :: n = 260
real(8) :: r(n,n), x(n), b(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
r = 0.01d0; b = 1; x = 0
do i = 1, n
r(i,i) = 2
end do
do it = 1, 60
tick = it
do i = n, 1, -1
t = b(i)
do j = i+1, n
t = t - r(i,j)*x(j)
end do
x(i) = t/r(i,i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x
end program
