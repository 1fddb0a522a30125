program f_energy_mem
implicit none
integer, parameter :: n = 3500000
real(4), save :: m(n)
real(8), save :: v(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
m = 1; v = 2
do it = 1, 2
tick = it
do i = 1, n
w = w + m(i)*v(i)*v(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, w
end program
