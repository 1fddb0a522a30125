! grid 3
program tables
  implicit none
  integer, parameter :: n = 10
  integer, parameter :: sizes(3) = [2, 5, 3]
  integer, parameter :: owner(n) = (/ 3, 1, 1, 2, 3, 1, 2, 2, 3, 1 /)
  real, dimension(n) :: a, b, c
  real :: m(4,n)
  integer :: i
!HPF$ PROCESSORS p(3)
!HPF$ DISTRIBUTE a(GEN_BLOCK(sizes)) ONTO p
!HPF$ ALIGN b(i) WITH a(n+1-i)
!HPF$ DISTRIBUTE c(INDIRECT(owner)) ONTO p  ! not a block
!HPF$ DISTRIBUTE m(*,GEN_BLOCK(sizes)) ONTO p
!HPF$ DYNAMIC c

! a has 1:2, 3:7, 8:10 on the processors; b 9:10, 4:8, 1:3; c 2 3 6 10, 4 7 8,
! 1 5 9.
  forall (i = 1:n) a(i) = i         != iter 2 5 3
  b = a                             != iter 2 5 3 | recv 1/2 1/1 2/3
  a(1:n-1) = a(1:n-1) + a(2:n)      != iter 2 5 2 | recv 1/1 1/1 0/0
  c = a                             != iter 4 3 3 | recv 2/3 1/1 2/2
  do i = 1, n
    m(:,i) = a(i)                   != exec 40 | iter 8 20 12 | recv 0/0 0/0 0/0
  end do
  a = cshift(c, 1)                  != iter 2 5 3 | recv 0/0 2/2 1/1
!HPF$ REDISTRIBUTE c(GEN_BLOCK(sizes))  != recv 1/1 2/3 2/2 | ops load:2 store:2
  c = c + a                         != recv 0/0 0/0 0/0
! To the template of an array with such a format.
!HPF$ REALIGN c(i) WITH b(i)        != recv 1/2 1/1 2/3
  c = b                             != recv 0/0 0/0 0/0
  call double(m(:,:))               != recv 0/0 0/0 0/0

contains
  subroutine double(x)
    real :: x(:,:), y(n)
!HPF$ ALIGN y(i) WITH a(i)
    y = a                           != recv 0/0 0/0 0/0
    x = 2.0 * x                     != iter 8 20 12
  end subroutine double
end program tables
