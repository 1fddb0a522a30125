! grid 2 2
program grids
  implicit none
  integer, parameter :: n = 4
  real, dimension(n,n) :: u, w
  real :: r(n), s
  integer :: i, j
!HPF$ PROCESSORS p(2,2)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE u(BLOCK,BLOCK) ONTO p
!HPF$ DISTRIBUTE w(BLOCK,*) ONTO q
!HPF$ DISTRIBUTE r(BLOCK) ONTO q

! Processor k has row k+1 of w; of u, 0 has the rows 1:2 of the columns 1:2, 1
! the rows 3:4 of them, 2 and 3 likewise of the columns 3:4.
  forall (i = 1:n, j = 1:n) w(i,j) = 10*i + j  != exec 16 | iter 4 4 4 4
  u = w                             != exec 16 | iter 4 4 4 4 | recv 1/2 2/4 2/4 1/2
  w = u + w                         != recv 1/2 2/4 2/4 1/2
  r = w(:,2)                        != iter 1 1 1 1 | recv 0/0 0/0 0/0 0/0
  u = u + spread(r, 2, n)           != recv 1/1 2/2 2/2 1/1
  s = sum(u*w)                      != recv 1/2 2/4 2/4 1/2 | reduce sum 1x4
! The home of the iteration is u's; what it computes of w is sent.
!HPF$ INDEPENDENT, NEW(j)
  do i = 1, n                       != iter 2 2 2 2
!HPF$ INDEPENDENT
    do j = 1, n
      u(i,j) = 0.5 * u(i,j)         != iter 4 4 4 4 | recv 0/0 0/0 0/0 0/0
      w(i,j) = 2.0 * u(i,j)         != iter 4 4 4 4 | recv 1/2 2/4 2/4 1/2
    end do
  end do
  call halve(u)                     != recv 1/2 2/4 2/4 1/2

! The dummy is mapped by rows, and only read.
contains
  subroutine halve(x)
    real, intent(in) :: x(n,n)
!HPF$ DISTRIBUTE x(BLOCK,*) ONTO q
    s = sum(x) / 2                  != recv 0/0 0/0 0/0 0/0 | reduce sum 1x4
    w = x / 2                       != recv 0/0 0/0 0/0 0/0
  end subroutine halve
end program grids
