! Call prices of n options on one stock, with a lattice of prices over n steps
! of time: in each step a price goes up from itself or down from its neighbour.
program finance
  implicit none
  integer, parameter :: n = 32
  real, parameter :: up = 1.01, down = 0.985, odds = 0.6, interest = 0.9995
  real :: price(n), lattice(n,n), strike(n), worth(n), highest
  integer :: i, t
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE price(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH price(i) :: strike, worth
!HPF$ ALIGN lattice(i,*) WITH price(i)
! phase 1: the lattice of prices
  forall (i = 1:n) price(i) = 50.0 + i
  do t = 1, n
    forall (i = 2:n) price(i) = odds * up * price(i) + (1.0 - odds) * down * price(i-1)
    forall (i = 1:n) lattice(i,t) = price(i)
  end do
  highest = maxval(price)
! phase 2: the call prices
  forall (i = 1:n) strike(i) = 0.9 * highest + 0.1 * i
  worth = 0.0
  do t = n, 1, -1
    forall (i = 1:n) worth(i) = interest * worth(i) + max(lattice(i,t) - strike(i), 0.0)
  end do
! end of the phases
  print *, worth(1)
end program finance
