program gather_l2
implicit none
integer, parameter :: n = 20000
real(8) :: a(n), b(n)
integer :: p(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
b = 1
do i = 1, n
p(i) = mod(i*7919, n) + 1
end do
t = 0; w = 0; j = 0; k = 0
do it = 1, 400
tick = it
do i = 1, n
a(i) = b(p(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, p
end program
