! Roundoff of a smoothing that conserves the sum: the sum before, a thousand
! three-point averages on a ring, the sum after.
program ave
  implicit none
  integer, parameter :: n = 500000, steps = 1000
  real :: u(n), first, second, last, before_last, total, change
  integer :: i, k

  u = 1.0
  u(n/2) = 2.0

  total = 0.0
  do i = 1, n
     total = total + u(i)
  end do

  do k = 1, steps
     first = u(1)
     second = u(2)
     before_last = u(n-1)
     last = u(n)
     u(2:n-1) = 0.25*u(1:n-2) + 0.5*u(2:n-1) + 0.25*u(3:n)
     u(1) = 0.25*second + 0.5*first + 0.25*last
     u(n) = 0.25*first + 0.5*last + 0.25*before_last
  end do

  change = 0.0
  do i = 1, n
     change = change + u(i)
  end do
  print *, total, change - total
end program ave
