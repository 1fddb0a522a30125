program f_product_kij_wide
implicit none
integer, parameter :: l = 60, m = 90, n = 320
real(8) :: a(l,m), b(m,n), c(l,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
a = 1; b = 2; c = 0
do it = 1, 2
tick = it
do k = 1, m
do i = 1, l
do j = 1, n
c(i,j) = c(i,j) + a(i,k)*b(k,j)
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, c
end program
