program f_turn_integers_l2
implicit none
integer, parameter :: n = 260
integer :: a(n,n), b(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
t = 0; w = 0; j = 0; k = 0
a = 1; b = 0
do it = 1, 60
tick = it
do j = 1, n
do i = 1, n
b(i,j) = a(j,i)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, b
end program
