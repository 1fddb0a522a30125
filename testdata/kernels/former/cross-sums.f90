program f_cross_sums
implicit none
integer, parameter :: n = 400
real(8) :: m(n,n), r(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
m = 1; r = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 40
tick = it
do i = 1, n
do j = 1, n
r(i) = r(i) + m(i,j)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, r
end program
