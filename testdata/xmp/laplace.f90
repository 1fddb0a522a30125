! Jacobi relaxation on a square, blocks of both dimensions: the shadows are
! brought up to date before every sweep.
program laplace
  implicit none
  integer, parameter :: n = 128, sweeps = 20
  integer :: i, j, k
  real :: u(n,n), w(n,n), change
!$XMP NODES p(2,2)
!$XMP TEMPLATE t(n,n)
!$XMP DISTRIBUTE t(BLOCK,BLOCK) ONTO p
!$XMP ALIGN u(i,j) WITH t(i,j)
!$XMP ALIGN w(i,j) WITH t(i,j)
!$XMP SHADOW u(1:1,1:1)

!$XMP LOOP (i,j) ON t(i,j)
  do j = 1, n
    do i = 1, n
      u(i,j) = 0.0
      w(i,j) = 0.0
    end do
  end do
  do k = 1, sweeps
    change = 0.0
!$XMP REFLECT (u)
!$XMP LOOP (i,j) ON t(i,j) REDUCTION(MAX:change)
    do j = 2, n-1
      do i = 2, n-1
        w(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
        change = max(change, abs(w(i,j) - u(i,j)))
      end do
    end do
!$XMP LOOP (i,j) ON t(i,j)
    do j = 2, n-1
      do i = 2, n-1
        u(i,j) = w(i,j)
      end do
    end do
  end do
end program laplace
