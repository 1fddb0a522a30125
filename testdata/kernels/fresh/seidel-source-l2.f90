program f_seidel_source_l2
implicit none
integer, parameter :: n = 140
real(8) :: u(n,n), f(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; f = 0.5d0
do it = 1, 60
tick = it
do j = 2, n-1
do i = 2, n-1
u(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - f(i,j))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u
end program
