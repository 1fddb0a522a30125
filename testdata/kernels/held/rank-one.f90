program h_rank_one
implicit none
integer, parameter :: n = 300
real(8) :: a(n,n), b(n,n), c(n,n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
a = 1; b = 2; c = 3
t = 0; w = 0; j = 0; k = 0
do it = 1, 150
tick = it
do j = 1, n
do i = 1, n
a(i,j) = a(i,j) + 0.001d0*b(i,1)*c(j,1)
end do
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, a, b, c
end program
