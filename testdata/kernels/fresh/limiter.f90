program f_limiter
implicit none
integer, parameter :: n = 40000
real(8) :: a(n), b(n), c(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
call random_number(a)
call random_number(b)
a = a - 0.5d0; b = b - 0.5d0; c = 0
do it = 1, 40
tick = it
where (a*b > 0d0)
c = min(abs(a), abs(b))
elsewhere
c = 0d0
end where
end do
if (command_argument_count() > 99) print *, t, w, j, k, c
end program
