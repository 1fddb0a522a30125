program f_deposit
implicit none
integer, parameter :: n = 30000, m = 5000
integer :: c(n)
real(8) :: w1(n), rho(m)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
do i = 1, n
c(i) = int(mod(i*3571_8, int(m-1, 8))) + 1
end do
call random_number(w1)
rho = 0
do it = 1, 60
tick = it
do i = 1, n
rho(c(i)) = rho(c(i)) + w1(i)
rho(c(i)+1) = rho(c(i)+1) + (1d0 - w1(i))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, rho
end program
