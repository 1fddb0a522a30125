program g_complex_products
implicit none
integer, parameter :: n = 2500
complex(8) :: a(n), b(n), c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = (1d0, 2d0); b = (2d0, 1d0); c = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 800
tick = it
do i = 1, n
c(i) = a(i)*b(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
