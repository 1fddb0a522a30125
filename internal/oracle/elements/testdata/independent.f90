! grid 2
program independent
  implicit none
  integer, parameter :: n = 8
  real, dimension(n) :: a, b, c, w
  real :: s, t
  integer :: i, j, k
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b, c

  a = 1.0                           != exec 8 | iter 4 4 | recv 0/0 0/0 | ops store:4
  b = a + 1.0
  c = 0.0

! A REDUCTION clause: the home is the first mapped reference of the statement.
  s = 0.0                           != exec 1 | iter 1 1
!HPF$ INDEPENDENT, REDUCTION(s)
  do i = 1, n - 1                   != exec 1 | iter 4 3
    s = s + a(i) * b(i+1)           != exec 7 | iter 4 3 | recv 1/1 0/0 | reduce s 1x2 | ops load:8 real_add:4 real_multiply:4
  end do

! NEW: w belongs to the iteration, nothing of it is sent.
!HPF$ INDEPENDENT, NEW(w, j)
  do i = 2, n                       != iter 3 4
    do j = 1, 2                     != exec 7 | iter 6 8
      w(j) = a(i) * j               != exec 14 | iter 6 8 | recv 0/0 0/0
    end do
    c(i) = w(1) + w(2) + b(i-1)     != iter 3 4 | recv 0/0 1/1
  end do

! An unmapped array that is not NEW is sent to everybody.
!HPF$ INDEPENDENT
  do i = 1, n
    c(i) = b(i)
    w(i) = c(i)                     != iter 4 4 | recv 1/4 1/4
  end do

! DO CONCURRENT is partitioned likewise; the mask is the iteration's.
  do concurrent (i = 1:n, a(i) > 0.5)  != exec 1 | iter 4 4 | ops compare:4 load:4
    b(i) = a(i)                     != exec 8 | iter 4 4
  end do

! ON HOME: c(i) is executed where a(i+1) lives, and sent home.
!HPF$ INDEPENDENT, ON HOME(a(i+1))
  do i = 1, n - 1                   != iter 3 4
    c(i) = a(i+1)                   != iter 3 4 | recv 1/1 0/0
  end do

! What the iteration itself has stored it has: b(i+5) comes from nowhere.
!HPF$ INDEPENDENT, ON HOME(a(1))
  do i = 1, 2
    b(i+5) = 1.0                    != iter 2 0 | recv 0/0 1/2
    c(i) = b(i+5)                   != iter 2 0
  end do

! A plain loop is executed by owner computes, its scalars by all.
  do i = 2, n                       != iter 7 7
    t = 2.0 * i                     != iter 7 7 | ops real_multiply:7
    if (i > 4) then                 != exec 7 | ops compare:7
      a(i) = a(i-1) + t             != exec 4 | iter 0 4 | recv 0/0 1/1
    end if
  end do

! The fetch leaves the loop in which its subscript is computed where no
! iteration depends on another one: 0 needs 6 and 8, 1 needs 4.
  do i = 1, 3
    k = 2*i + 2
    t = b(k)                        != recv 1/2 1/1
  end do

! Otherwise it stays: k is that of the iteration before.
  k = 2
  do i = 1, 3
    t = b(k)                        != recv 1/1 2/2
    k = 2*i + 2
  end do

! What each iteration computes for itself, and what it tests, is its home's.
  do i = 2, n                       != iter 3 4
    t = 2.0 * b(i-1)                != iter 3 4 | recv 0/0 1/1
    if (c(i) < t + 1.0e6) then      != exec 7
      a(i) = t                      != exec 7 | iter 3 4
    end if
  end do

! Without a dependence it leaves all loops: one message.
  do i = 1, 3
    do j = 1, n
      c(j) = c(j) + b(n + 1 - j)    != exec 24 | iter 12 12 | recv 1/4 1/4
    end do
  end do
end program independent
