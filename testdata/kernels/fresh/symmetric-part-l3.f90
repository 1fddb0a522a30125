program f_symmetric_part_l3
implicit none
integer, parameter :: n = 620
real(8), save :: a(n,n), s(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
a = 1; s = 0
do it = 1, 8
tick = it
do j = 1, n
do i = 1, n
s(i,j) = 0.5d0*(a(i,j) + a(j,i))
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, s
end program
