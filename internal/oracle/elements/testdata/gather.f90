! grid 2
program gather
  implicit none
  integer, parameter :: n = 8
  integer, parameter :: table(n) = [8, 1, 1, 5, 2, 2, 7, 3]
  real, dimension(n) :: a, b
  integer, dimension(n) :: many, one
  integer :: i, j, k
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b, many, one

  many = table
  one = (/ 8, 7, 2, 1, 3, 4, 6, 5 /)
  forall (i = 1:n) b(i) = 1.5*i

! Each element once: processor 0 needs b(8) and b(5), 1 needs b(2) and b(3).
  a = b(many)                       != exec 8 | iter 4 4 | recv 1/2 1/2 | ops load:8 store:4
! Stores go to their owner, who needs the index too: 0 executes the positions
! 3:6, 1 executes 1, 2, 7, 8.
  a(one) = b                        != exec 8 | iter 4 4 | recv 2/4 2/4 | ops load:8 store:4
! A loop that stores neither array fetches as much.
  do i = 1, n
    a(i) = b(many(i))               != exec 8 | iter 4 4 | recv 1/2 1/2
  end do
  do i = 1, n
    a(one(i)) = a(one(i)) + b(i)    != iter 4 4 | recv 2/4 2/4 | ops load:16 real_add:4 store:4
  end do
! An index that each iteration computes is the iteration's own: 0 needs 7 and 5,
! 1 needs 3 and 1.
  do i = 1, n
    j = mod(3*i, n) + 1             != iter 4 4 | ops integer_add:4 integer_divide:4 integer_multiply:4
    a(i) = b(j)                     != iter 4 4 | recv 1/2 1/2
  end do
! Indices of indices: b(many(one(1:2))), one is on processor 0, b(3) and b(7).
  a(7:8) = b(many(one(1:2)))        != iter 0 2 | recv 0/0 2/3 | ops
  a(1:3) = cshift(b(many(2:4)), 1)  != iter 3 0 | recv 1/1 0/0 | ops load:6 store:3
! The temporary lies where b(1), b(1) and b(5) do; 0 needs b(5) and its third
! element, 1 needs b(1) and many(2).
  a(1:3) = b(1:3) + cshift(b(many(2:4)), 1)  != iter 3 0 | recv 2/2 2/2

  k = 0
  do while (k < 10)                 != exec 1 | iter 7 7 | ops compare:7
    k = k + 1                       != exec 7
    select case (mod(k, 3))         != exec 7
    case (0)
      a(k) = 0.0                    != exec 2 | iter 1 1
    case (1)
      if (k == 4) cycle             != exec 3 | ops compare:3
      a(k) = b(k)                   != exec 2 | iter 1 1
    case default
      b(k) = a(k) + a(1)            != exec 2 | iter 1 1 | recv 0/0 1/1
    end select
    if (k == 7) exit                != exec 6
  end do
end program gather
