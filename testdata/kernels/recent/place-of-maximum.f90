program g_place_of_maximum
implicit none
integer, parameter :: n = 20000
real(8) :: x(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(x)
t = 0; w = 0; j = 0; k = 0
do it = 1, 200
tick = it
t = -1
do i = 1, n
if (x(i) > t) then
t = x(i)
k = i
end if
end do
w = w + t
end do
if (command_argument_count() > 99) print *, t, w, j, k, x
end program
