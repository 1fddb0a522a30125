program f_blur_l2
implicit none
integer, parameter :: n = 120
real(8) :: f(n,n), g(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
f = 1; g = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 300
tick = it
do j = 2, n-1
do i = 2, n-1
g(i,j) = 0.2d0*(f(i,j) + f(i-1,j) + f(i+1,j) + f(i,j-1) + f(i,j+1))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, g
end program
