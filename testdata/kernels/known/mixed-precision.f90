program mixed_precision
implicit none
integer, parameter :: n = 1000
real(8) :: a(n), b(n)
real(4) :: c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 10000
tick = it
do i = 1, n
a(i) = b(i)*c(i) + 0.5d0
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
