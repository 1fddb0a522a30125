program g_flip_l1
implicit none
integer, parameter :: n = 40
real(8) :: a(n,n), b(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 2500
tick = it
do j = 1, n
do i = 1, n
b(i,j) = 2d0*a(j,i)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
