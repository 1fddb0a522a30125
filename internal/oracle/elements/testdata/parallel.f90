! grid 2 2
program parallel
  implicit none
  integer, parameter :: n = 4
  real, dimension(n,n) :: a, b
  real, dimension(n) :: row
  integer :: i, j
  real :: s
!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,CYCLIC) ONTO p
!HPF$ ALIGN a(i,j) WITH t(i,j)
!HPF$ ALIGN b(i,j) WITH t(i,j)
!HPF$ ALIGN row(j) WITH t(*,j)

! Processors 0 and 1 hold the columns 1 and 3, 2 and 3 the columns 2 and 4;
! 0 and 2 hold the rows 1 and 2.
  forall (i = 1:n, j = 1:n) a(i,j) = 10*i + j  != exec 16 | iter 4 4 4 4 | ops integer_add:4 integer_multiply:4 store:4
  forall (i = 1:n, j = 1:n, i <= j) b(i,j) = a(i,j)  != exec 10 | iter 3 1 4 2 | ops compare:4 load:3 store:3

! The mask is evaluated where the first assignment is.
  forall (i = 2:n, j = 1:n, a(i-1,j) > 20.0)  != exec 1 | recv 0/0 1/2 0/0 1/2 | ops compare:2 load:2
    b(i,j) = 0.0                    != exec 8 | iter 0 4 0 4
    a(i,j) = b(i-1,j)               != recv 0/0 1/2 0/0 1/2
  end forall

  where (a > 20.0)                  != exec 1 | ops compare:4 load:4
    a = a - 1.0                     != exec 7 | iter 2 1 2 2
  elsewhere
    b = 1.0                         != exec 9 | iter 2 3 2 2
  end where

! One row to everybody who holds a part of its copy.
  row = a(2,:)                      != exec 4 | iter 2 2 2 2 | recv 0/0 1/2 0/0 1/2
  s = sum(a(1:n-1,:) * b(2:n,:))    != exec 1 | reduce sum 1x4 | recv 1/2 0/0 1/2 0/0 | ops load:8 real_add:4 real_multiply:4
  s = maxval(row) + minval(row)     != reduce maxval 1x2 | reduce minval 1x2 | ops load:4 minmax:4 real_add:1
  a(2:n,:) = a(1:n-1,:) + a(1:n-1,1:n)  != exec 12 | recv 0/0 1/2 0/0 1/2
end program parallel
