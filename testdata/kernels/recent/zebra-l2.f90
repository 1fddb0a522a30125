program g_zebra_l2
implicit none
integer, parameter :: n = 200
real(8) :: u(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
u = 1
t = 0; w = 0; j = 0; k = 0
do it = 1, 150
tick = it
do j = 2, n-1, 2
do i = 2, n-1
u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
end do
end do
do j = 3, n-1, 2
do i = 2, n-1
u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, u
end program
