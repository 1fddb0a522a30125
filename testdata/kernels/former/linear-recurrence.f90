program f_linear_recurrence
implicit none
integer, parameter :: n = 3000
real(8) :: c(n), x(0:n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
c = 0.3d0; x = 1
t = 0; w = 0; j = 0; k = 0
do it = 1, 600
tick = it
do i = 1, n
x(i) = 0.5d0*x(i-1) + c(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, x
end program
