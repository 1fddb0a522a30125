program gauss
implicit none
integer, parameter :: n = 220
real(8) :: a(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 0.001d0
do i = 1, n
a(i,i) = 2
end do
t = 0; w = 0; j = 0; k = 0
do it = 1, 2
tick = it
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
if (command_argument_count() > 99) print *, t, w, j, k, a
end program
