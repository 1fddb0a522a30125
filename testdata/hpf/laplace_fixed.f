C     Jacobi relaxation of Laplace's equation, in fixed source form and
C     with array sections where laplace.f90 has a FORALL.
      PROGRAM LAPFIX
      INTEGER N, SWEEPS
      PARAMETER (N = 256, SWEEPS = 100)
      REAL A(N,N), B(N,N), RESID
      INTEGER K
CHPF$ PROCESSORS P(2,2)
CHPF$ TEMPLATE T(N,N)
CHPF$ DISTRIBUTE T(BLOCK,BLOCK) ONTO P
CHPF$ ALIGN (:,:) WITH T(:,:) :: A, B

      A = 0.0
      A(1,:) = 100.0
      B = A

      DO 10 K = 1, SWEEPS
        B(2:N-1,2:N-1) = 0.25 * (A(1:N-2,2:N-1) + A(3:N,2:N-1)
     &                         + A(2:N-1,1:N-2) + A(2:N-1,3:N))
        RESID = SUM(ABS(B(2:N-1,2:N-1) - A(2:N-1,2:N-1)))
        A(2:N-1,2:N-1) = B(2:N-1,2:N-1)
   10 CONTINUE

      PRINT *, 'RESIDUAL:', RESID
      END
