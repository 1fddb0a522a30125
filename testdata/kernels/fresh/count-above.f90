program f_count_above
implicit none
integer, parameter :: n = 60000
real(8) :: x(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
call random_number(x)
do it = 1, 60
tick = it
do i = 1, n
if (x(i) > 0.25d0) k = k + 1
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, k
end program
