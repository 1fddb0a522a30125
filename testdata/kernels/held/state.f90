program h_state
implicit none
integer, parameter :: n = 700
real(8) :: p(n), q(n), r(n), s(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
p = 1; q = 2; r = 3; s = 4
t = 0; w = 0; j = 0; k = 0
do it = 1, 10000
tick = it
do i = 1, n-3
p(i) = q(i) + 0.2d0*(r(i) + 0.1d0*s(i)) + 0.3d0*(q(i+3) + 0.4d0*(q(i+2) + 0.5d0*q(i+1)))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p, q, r, s
end program
