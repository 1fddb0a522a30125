program masked_store
implicit none
integer, parameter :: n = 20000
real(8) :: a(n), b(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
call random_number(b)
a = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 300
tick = it
do i = 1, n
if (b(i) > 0.5d0) a(i) = a(i) + b(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b
end program
