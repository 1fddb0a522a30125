! One step of a conjugate gradient: a tridiagonal matrix times a vector, and
! the two scalar products that every node needs.
program cg
  implicit none
  integer, parameter :: n = 4096
  integer :: i
  double precision :: p(0:n+1), q(0:n+1), x(0:n+1), r(0:n+1), alpha, pq, rr
!$XMP NODES nodes(*)
!$XMP TEMPLATE t(0:n+1)
!$XMP DISTRIBUTE t(BLOCK) ONTO nodes
!$XMP ALIGN (i) WITH t(i) :: p, q, x, r
!$XMP SHADOW p(1:1)

!$XMP LOOP (i) ON t(i)
  do i = 0, n+1
    p(i) = 1.0d0
    r(i) = 1.0d0
    x(i) = 0.0d0
    q(i) = 0.0d0
  end do
  pq = 0.0d0
  rr = 0.0d0
!$XMP REFLECT (p)
!$XMP LOOP (i) ON t(i) REDUCTION(+:pq,rr)
  do i = 1, n
    q(i) = 2.0d0*p(i) - p(i-1) - p(i+1)
    pq = pq + p(i)*q(i)
    rr = rr + r(i)*r(i)
  end do
  alpha = rr / max(pq, 1.0d-30)
!$XMP LOOP (i) ON t(i)
  do i = 1, n
    x(i) = x(i) + alpha*p(i)
    r(i) = r(i) - alpha*q(i)
  end do
end program cg
