program f_biharmonic_l2
implicit none
integer, parameter :: n = 150
real(8) :: u(n,n), v(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; v = 0
do it = 1, 150
tick = it
do j = 3, n-2
do i = 3, n-2
v(i,j) = 20d0*u(i,j) - 8d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)) &
  + 2d0*(u(i-1,j-1) + u(i+1,j-1) + u(i-1,j+1) + u(i+1,j+1)) &
  + u(i-2,j) + u(i+2,j) + u(i,j-2) + u(i,j+2)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, v
end program
