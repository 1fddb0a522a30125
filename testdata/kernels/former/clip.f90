program f_clip
implicit none
integer, parameter :: n = 50000
real(8) :: p(n), q(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(p)
q = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 150
tick = it
do i = 1, n
if (p(i) > 0.7d0) then
q(i) = p(i)*0.5d0
else
q(i) = p(i) + 1d0
end if
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p, q
end program
