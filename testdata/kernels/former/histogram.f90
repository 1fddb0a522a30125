program f_histogram
implicit none
integer, parameter :: n = 20000
integer :: p(n)
real(8) :: h(64)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
do i = 1, n
p(i) = mod(i*7919, 64) + 1
end do
h = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 200
tick = it
do i = 1, n
h(p(i)) = h(p(i)) + 1d0
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, h, p
end program
