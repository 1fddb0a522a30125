program f_gather_product_l3
implicit none
integer, parameter :: n = 150000
integer, save :: p(n), q(n)
real(8), save :: x(n), y(n), z(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
do i = 1, n
p(i) = int(mod(i*5003_8, int(n, 8))) + 1
q(i) = int(mod(i*70001_8, int(n, 8))) + 1
end do
x = 1; y = 2; z = 0
do it = 1, 10
tick = it
do i = 1, n
z(i) = x(p(i))*y(q(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, z
end program
