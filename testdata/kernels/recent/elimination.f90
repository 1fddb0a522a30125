program g_elimination
implicit none
integer, parameter :: n = 160
real(8) :: a(n,n), b(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(b)
do i = 1, n
b(i,i) = b(i,i) + n
end do
a = b
t = 0; w = 0; j = 0; k = 0
do it = 1, 4
tick = it
a = b
do k = 1, n-1
do i = k+1, n
a(i,k) = a(i,k)/a(k,k)
end do
do j = k+1, n
do i = k+1, n
a(i,j) = a(i,j) - a(i,k)*a(k,j)
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
