program f_cosines
implicit none
integer, parameter :: n = 3000
real(8) :: p(n), q(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
p = 0.3d0; q = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 150
tick = it
do i = 1, n
q(i) = cos(p(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p, q
end program
