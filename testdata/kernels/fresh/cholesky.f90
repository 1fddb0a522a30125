program f_cholesky
implicit none
integer, parameter :: n = 180
real(8) :: a(n,n), b(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
b = 0.5d0
do i = 1, n
b(i,i) = n
end do
a = b
do it = 1, 4
tick = it
a = b
do j = 1, n
do k = 1, j-1
do i = j, n
a(i,j) = a(i,j) - a(i,k)*a(j,k)
end do
end do
a(j,j) = sqrt(a(j,j))
do i = j+1, n
a(i,j) = a(i,j)/a(j,j)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a
end program
