! Pairs of Gaussian deviates by the acceptance-rejection method, from a linear
! congruential generator of 46 bits kept in 64-bit reals, and how many of them fall
! into each of ten square annuli.
program ep
  implicit none
  integer, parameter :: n = 2**13, batches = 2**8, rings = 10
  real(8), parameter :: scale = 2.0d0/2.0d0**46
  real(8) :: multiplier, u(n), v(n), x(n), y(n), t(n), sum_x(n), sum_y(n), total_x, total_y
  integer :: ring(n), counts(0:rings-1, n), slice(n), totals(0:rings-1)
  logical :: inside(n)
  integer :: b, k

  multiplier = 1220703125.0d0
  call random_number(v)
  v = aint(v*2.0d0**46)
  sum_x = 0.0d0
  sum_y = 0.0d0
  counts = 0
  do b = 1, batches
     call next(multiplier, v, u, n)
     call next(multiplier, u, v, n)
     x = u*scale - 1.0d0
     y = v*scale - 1.0d0
     t = x**2 + y**2
     inside = t <= 1.0d0
     where (inside)
        t = sqrt(-2*log(t)/t)
        x = x*t
        y = y*t
        sum_x = sum_x + x
        sum_y = sum_y + y
        ring = int(max(abs(x), abs(y)))
     end where
     do k = 0, rings-1
        where (inside .and. ring == k)
           counts(k,:) = counts(k,:) + 1
        end where
     end do
  end do
  total_x = sum(sum_x)
  total_y = sum(sum_y)
  do k = 0, rings-1
     slice = counts(k,:)
     totals(k) = sum(slice)
  end do
  print *, total_x, total_y
  print *, totals
end program ep

! The next value of every generator: the product of 46 bits from four products of
! 23 bits.
subroutine next(a, from, to, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a, from(n)
  real(8), intent(out) :: to(n)
  real(8), parameter :: two23 = 2.0d0**23, two46 = 2.0d0**46
  real(8), parameter :: half23 = 1.0d0/two23, half46 = 1.0d0/two46
  real(8) :: a1, a2, high(n), low(n), cross(n), carry(n), product_low(n)
  a1 = aint(half23*a)
  a2 = a - two23*a1
  high = aint(half23*from)
  low = from - two23*high
  cross = a1*low + a2*high
  carry = cross - two23*aint(half23*cross)
  product_low = two23*carry + a2*low
  to = product_low - two46*aint(half46*product_low)
end subroutine next
