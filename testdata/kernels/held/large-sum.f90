program h_large_sum
implicit none
integer, parameter :: n = 1500000
real(8) :: a(n), b(n), c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 10
tick = it
t = 0
do i = 1, n
t = t + a(i)
end do
w = w + t
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
