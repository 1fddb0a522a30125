! grid 2
program calls
  implicit none
  integer, parameter :: n = 8
  real, dimension(n) :: a, b
  real :: m(4,4), s
  integer :: k
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE m(*,BLOCK) ONTO p

  forall (k = 1:n) a(k) = k
  b = 0.0
  m = 1.0
  s = 2.0

! The dummy has the mapping of the actual: nothing moves.
  call scale(a, n, s)               != exec 1 | recv 0/0 0/0 | ops
! It has another: there and back, a load and a store for each element held.
  call reverse(a)                   != recv 2/4 2/4 | ops load:8 store:8
! INTENT(IN) does not go back, INTENT(OUT) does not go there.
  call pairs(a, b)                  != recv 2/4 2/4 | ops load:8 store:8
! Sections: the elements 1, 3 | 5, 7, then one column on processor 1.
  call rotate(a(1:n:2))             != exec 1 | recv 0/0 0/0
  call rotate(m(:,3))               != recv 0/0 0/0
! An element is read by everybody and stored by its owner.
  call twice(a(6))                  != recv 1/1 0/0 | ops load:1
! An expression is computed where its first array lives, and only read.
  do k = 1, 2
    call add(b, a + k)              != exec 2 | ops load:8 real_add:8 store:8
  end do
  call total                        != exec 1

contains

! A host's variables; nothing is an argument.
  subroutine total
    integer :: j
    s = 0.0
    do j = 1, n
      s = s + a(j)                  != exec 8 | iter 4 4 | reduce s 1x2
    end do
    if (s > 1000.0) return
    s = s + b(1)                    != recv 0/0 1/1
  end subroutine total

  subroutine rotate(x)
    implicit none
    real :: x(0:), first
    integer :: i
    first = x(0)                      != exec 2 | recv 1/1 1/1
    do i = 1, size(x) - 1
      x(i-1) = x(i)                   != exec 6 | iter 2 4 | recv 1/1 0/0
    end do
    x(ubound(x,1)) = first            != iter 0 2
  end subroutine rotate
end program calls

subroutine scale(x, n, f)
  implicit none
  integer :: n
  real :: x(n), f
!HPF$ PROCESSORS q(2)
!HPF$ DISTRIBUTE x(BLOCK) ONTO q
  x = f * x                         != exec 8 | iter 4 4
  x(2:n) = x(1:n-1) + x(2:n)        != exec 7 | recv 0/0 1/1
end subroutine scale

subroutine reverse(x)
  implicit none
  real :: x(8)
!HPF$ DISTRIBUTE x(CYCLIC)
  x = x(8:1:-1)                     != iter 4 4 | recv 1/4 1/4
end subroutine reverse

subroutine pairs(x, y)
  implicit none
  real, intent(in) :: x(8)
  real, intent(out) :: y(8)
!HPF$ DISTRIBUTE (CYCLIC) :: x, y
  y(1:7) = x(1:7) + x(2:8)          != recv 1/4 1/3
  y(8) = 0.0                        != iter 0 1
end subroutine pairs

subroutine twice(v)
  implicit none
  real :: v
  v = 2.0 * v                       != exec 1 | iter 1 1
end subroutine twice

subroutine add(x, y)
  implicit none
  real :: x(8)
  real, intent(in) :: y(8)
  x = x + y                         != exec 16 | iter 8 8 | recv 0/0 0/0
end subroutine add
