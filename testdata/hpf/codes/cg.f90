! Conjugate gradients for a sparse matrix that is stored by rows, each with nz
! elements: which elements of the direction a row needs is in an array.
program cg
  implicit none
  integer, parameter :: n = 16, nz = 3, steps = 4
  real :: a(nz,n), x(n), r(n), d(n), q(n), alpha, beta, rho, old
  integer :: column(nz,n), i, k, step
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH x(i) :: r, d, q
!HPF$ ALIGN (*,i) WITH x(i) :: a, column
  forall (i = 1:n)
    a(1,i) = -1.0
    a(2,i) = 4.0
    a(3,i) = -1.0
    column(1,i) = max(1, i-1)
    column(2,i) = i
    column(3,i) = min(n, i+1)
  end forall
  x = 0.0
  forall (i = 1:n) r(i) = i
  d = r
  rho = sum(r * r)
  do step = 1, steps
    q = 0.0
    do k = 1, nz
      forall (i = 1:n) q(i) = q(i) + a(k,i) * d(column(k,i))
    end do
    alpha = rho / sum(d * q)
    x = x + alpha * d
    r = r - alpha * q
    old = rho
    rho = sum(r * r)
    beta = rho / old
    d = r + beta * d
  end do
  print *, rho
end program cg
