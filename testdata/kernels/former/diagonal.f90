program f_diagonal
implicit none
integer, parameter :: n = 500
real(8) :: m(n,n), d(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
m = 1; d = 2
t = 0; w = 0; j = 0; k = 0
do it = 1, 20
tick = it
do j = 1, n
do i = 1, n
m(i,j) = m(i,j)*d(j)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, m, d
end program
