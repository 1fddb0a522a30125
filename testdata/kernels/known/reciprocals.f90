program reciprocals
implicit none
integer, parameter :: n = 1000
real(8) :: a(n), b(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2
t = 0; w = 0; j = 0; k = 0
do it = 1, 4000
tick = it
do i = 1, n
a(i) = 1d0/(b(i) + 0.1d0)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
