! grid 2
program remaps
  implicit none
  integer, parameter :: n = 8
  real, dimension(n) :: a, b, c, d, x
  integer :: i, k
!HPF$ PROCESSORS p(2)
!HPF$ TEMPLATE t(n)
!HPF$ DYNAMIC :: a, b, c, d, t
!HPF$ DISTRIBUTE t(BLOCK) ONTO p
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: c, d
!HPF$ ALIGN (i) WITH t(i) :: a, b
!HPF$ ALIGN x(i) WITH c(i)

  forall (i = 1:n) a(i) = i*i       != iter 4 4
  b = cshift(a, 1)                  != recv 1/1 1/1
  c = a + b                         != recv 0/0 0/0
  x = 0.0
! Everything aligned to t moves: a and b, two messages each way.
!HPF$ REDISTRIBUTE t(CYCLIC) ONTO p != exec 1 | recv 2/4 2/4 | ops load:8 store:8
  a(1) = 0.0                        != iter 1 0
  a(2) = 0.0                        != iter 0 1
  b = a                             != recv 0/0 0/0
  c = a                             != recv 1/2 1/2
! To the same owners: nothing moves.
!HPF$ REDISTRIBUTE t(CYCLIC(1)) ONTO p  != exec 1 | recv 0/0 0/0 | ops
!HPF$ REALIGN b(i) WITH c(i)        != recv 1/2 1/2
  b = c                             != recv 0/0 0/0
  b = b + a                         != recv 1/2 1/2
! c takes x and, since it was realigned, b with it; d stays.
!HPF$ REDISTRIBUTE c(CYCLIC(2))     != recv 3/6 3/6
  c = d                             != recv 1/2 1/2
  x = b                             != recv 0/0 0/0
! To and fro in a loop: the first time d is there already.
  do k = 1, 3
!HPF$ REDISTRIBUTE d(BLOCK) ONTO p  != exec 3 | recv 2/4 2/4
    d = d + 1.0                     != iter 12 12
!HPF$ REDISTRIBUTE d(CYCLIC) ONTO p != exec 3 | recv 3/6 3/6
  end do
  call spin(d)                      != recv 1/2 1/2
  d(1:2) = a(1:2)                   != recv 0/0 0/0

! The dummy inherits CYCLIC and is moved; at the end it goes back.
contains
  subroutine spin(y)
    real :: y(n)
!HPF$ DYNAMIC y
!HPF$ INHERIT y
!HPF$ REDISTRIBUTE y(BLOCK) ONTO p  != recv 1/2 1/2
    y = cshift(y, 1)                != recv 1/1 1/1
  end subroutine spin
end program remaps
