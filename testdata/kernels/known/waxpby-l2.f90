program waxpby_l2
implicit none
integer, parameter :: n = 20000
real(8) :: a(n), b(n), c(n), d(n), s
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3; d = 4; s = 0.5d0
t = 0; w = 0; j = 0; k = 0
do it = 1, 1000
tick = it
do i = 1, n
a(i) = s*b(i) + 0.3d0*c(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, s, a, b, c, d
end program
