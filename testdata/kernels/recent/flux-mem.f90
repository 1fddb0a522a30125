program g_flux_mem
implicit none
integer, parameter :: n = 1500000
real(8), save :: q(n), f(n), r(n)
integer :: i, j, k, it
real(8) :: t, w
integer, volatile :: tick
q = 1; f = 2; r = 0
t = 0; w = 0; j = 0; k = 0
do it = 1, 3
tick = it
do i = 2, n-1
r(i) = q(i) - 0.5d0*(f(i+1) - f(i-1))
end do
end do
if (command_argument_count() > 99) print *, t, w, j, k, q, f, r
end program
