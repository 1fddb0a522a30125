program f_seven_real4_l2
implicit none
integer, parameter :: n = 44
real(4) :: u(n,n,n), v(n,n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; v = 0
do it = 1, 60
tick = it
do k = 2, n-1
do j = 2, n-1
do i = 2, n-1
v(i,j,k) = 0.16*(u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1))
end do
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, v
end program
