program f_product_dots
implicit none
integer, parameter :: n = 170
real(8) :: a(n,n), b(n,n), c(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
a = 1; b = 2; c = 0
do it = 1, 2
tick = it
do i = 1, n
do j = 1, n
t = 0
do k = 1, n
t = t + a(i,k)*b(k,j)
end do
c(i,j) = t
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, c
end program
