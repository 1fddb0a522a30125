program norm_mem
implicit none
integer, parameter :: n = 6000000
real(8) :: a(n), b(n), c(n), d(n), s
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3; d = 4; s = 0.5d0
t = 0; w = 0; j = 0; k = 0
do it = 1, 3
tick = it
s = 0
do i = 1, n
s = s + b(i)*b(i)
end do
b(1) = s*1d-20 + b(1)
end do
if (command_argument_count() > 99) print *, t, w, j, k, s, a, b, c, d
end program
