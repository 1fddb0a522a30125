program h_cumulative
implicit none
integer, parameter :: n = 700
real(8) :: p(n), q(n), r(n), s(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
p = 1; q = 2; r = 3; s = 4
t = 0; w = 0; j = 0; k = 0
do it = 1, 5000
tick = it
do i = 2, n
p(i) = p(i-1) + q(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p, q, r, s
end program
