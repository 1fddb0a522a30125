! grid 2
program shifts
  implicit none
  integer, parameter :: n = 8
  real, dimension(n) :: a, b, c
  integer :: i, k
  real :: s
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE c(CYCLIC) ONTO p

  forall (i = 1:n) a(i) = i*i
  c = 0.5 * a

! Alone on the right side: from the owner of the element to that of the left
! side, a load and a store each.
  b = cshift(a, 1)                  != exec 8 | iter 4 4 | recv 1/1 1/1 | ops load:4 store:4
  b = cshift(a, -5)                 != recv 1/3 1/3
  b = cshift(a, 8)                  != recv 0/0 0/0 | ops load:4 store:4
  b = eoshift(a, 2)                 != recv 1/2 0/0 | ops load:4 store:4
  b = eoshift(a, shift=-3, boundary=7.5)  != recv 0/0 1/3 | ops load:1 store:4
  c = cshift(a, 1)                  != recv 1/2 1/2

! In an expression: into a temporary mapped like the argument, which is then
! read like an array.
  b = a + cshift(a, 1)              != recv 1/1 1/1 | ops load:12 real_add:4 store:8
  c = c + cshift(a, 1)              != recv 2/3 2/3 | ops load:12 real_add:4 store:8
  b(2:7) = 1.0 + cshift(a(3:8), 2)  != exec 6 | iter 3 3 | recv 2/3 1/2 | ops load:5 real_add:3 store:5
  b(1:4) = cshift(a(1:4), 1)        != iter 4 0 | recv 0/0 0/0

! An argument that is an expression is computed where its first array lives.
  b = cshift(a*a, 1)                != recv 1/1 1/1 | ops load:12 real_multiply:4 store:8
  b = cshift(cshift(a, 1), 1)       != recv 2/2 2/2 | ops load:8 store:8

! Every call communicates, also where the array does not change.
  do k = 1, 3
    b = b + cshift(a, k)            != exec 24 | recv 3/6 3/6
  end do
  s = sum(cshift(a, 1) * a)         != exec 1 | recv 1/1 1/1 | reduce sum 1x2 | ops load:12 real_add:4 real_multiply:4 store:4
  where (cshift(a, 1) > 10.0)       != recv 1/1 1/1
    b = cshift(a, 2)                != exec 5 | iter 2 3 | recv 1/2 1/2 | ops load:6 store:6
  end where

! In a FORALL the executor reads what it needs.
  forall (i = 1:4) b(2*i) = sum(cshift(a(i:i+3), 1))  != exec 4 | iter 2 2
end program shifts
