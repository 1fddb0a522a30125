! Alternating directions: recurrences along columns, then along rows. A
! REDISTRIBUTE between them keeps every recurrence on one processor.
program adi
  implicit none
  integer, parameter :: n = 16
  real :: u(n,n)
  integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DYNAMIC :: u
!HPF$ DISTRIBUTE u(*,BLOCK) ONTO p
  u = 1.0
!HPF$ INDEPENDENT
  do j = 1, n
    do i = 2, n
      u(i,j) = u(i,j) - 0.5 * u(i-1,j)
    end do
  end do
!HPF$ REDISTRIBUTE u(BLOCK,*)
!HPF$ INDEPENDENT
  do i = 1, n
    do j = 2, n
      u(i,j) = u(i,j) - 0.5 * u(i,j-1)
    end do
  end do
  print *, u(n,n)
end program adi
