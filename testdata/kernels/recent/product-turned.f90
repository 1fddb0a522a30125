program g_product_turned
implicit none
integer, parameter :: n = 130
real(8) :: a(n,n), b(n,n), c(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 3
tick = it
do j = 1, n
do i = 1, n
do k = 1, n
c(i,j) = c(i,j) + a(k,i)*b(k,j)
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
