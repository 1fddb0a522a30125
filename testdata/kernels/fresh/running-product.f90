program f_running_product
implicit none
integer, parameter :: n = 2200
real(8) :: p(0:n), x(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
p = 1; x = 1
do it = 1, 800
tick = it
do i = 1, n
p(i) = p(i-1)*x(i)
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, p
end program
