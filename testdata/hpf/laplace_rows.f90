! Steady heat in a square plate: Jacobi relaxation of Laplace's equation on an
! n x n grid, with the hot edge at the top and the other three edges at zero.
! Each processor holds whole rows.
program laplace_rows
  implicit none
  integer, parameter :: n = 256
  integer, parameter :: sweeps = 100
  real, dimension(n,n) :: a, b
  real :: residual
  integer :: i, j, sweep

!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,*) ONTO p
!HPF$ ALIGN a(i,j) WITH t(i,j)
!HPF$ ALIGN b(i,j) WITH t(i,j)

  a = 0.0
  a(1,:) = 100.0
  b = a

  do sweep = 1, sweeps
    forall (i = 2:n-1, j = 2:n-1)
      b(i,j) = 0.25 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
    end forall
    residual = maxval(abs(b(2:n-1,2:n-1) - a(2:n-1,2:n-1)))
    a(2:n-1,2:n-1) = b(2:n-1,2:n-1)
  end do

  print *, 'residual after', sweeps, 'sweeps:', residual
end program laplace_rows
