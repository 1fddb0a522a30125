program f_wave_mem
implicit none
integer, parameter :: n = 1700
real(8), save :: u(n,n), before(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
u = 1; before = 1
do it = 1, 3
tick = it
do j = 2, n-1
do i = 2, n-1
before(i,j) = 2d0*u(i,j) - before(i,j) + 0.2d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4d0*u(i,j))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, before
end program
