program h_where
implicit none
integer, parameter :: n = 20000
real(8) :: a(n), b(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(b)
a = 1
t = 0; w = 0; j = 0; k = 0
do it = 1, 200
tick = it
where (b > 0.5d0) a = a*0.5d0 + b
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
