program f_permute_l3
implicit none
integer, parameter :: n = 200000
real(8) :: x(n), y(n)
integer :: p(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
do i = 1, n
p(i) = mod(i*7919_8, int(n, 8)) + 1
end do
x = 1
t = 0; w = 0; j = 0; k = 0
do it = 1, 20
tick = it
do i = 1, n
y(i) = x(p(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, y, p
end program
