C     Jacobi relaxation: the shadow of B is renewed before the loop that
C     reads its neighbours.
      PROGRAM JACOBI
      INTEGER N, ITMAX, I, J, IT
      PARAMETER (N = 64, ITMAX = 10)
      REAL A(N,N), B(N,N), EPS
CDVM$ DISTRIBUTE (BLOCK,BLOCK) :: A
CDVM$ ALIGN B(I,J) WITH A(I,J)
CDVM$ PARALLEL (J,I) ON A(I,J)
      DO J = 1, N
        DO I = 1, N
          A(I,J) = 0.0
          B(I,J) = I + J
        END DO
      END DO
      DO IT = 1, ITMAX
        EPS = 0.0
CDVM$ PARALLEL (J,I) ON A(I,J), REDUCTION(MAX(EPS))
        DO J = 2, N-1
          DO I = 2, N-1
            EPS = MAX(EPS, ABS(B(I,J) - A(I,J)))
            A(I,J) = B(I,J)
          END DO
        END DO
CDVM$ PARALLEL (J,I) ON B(I,J), SHADOW_RENEW(A)
        DO J = 2, N-1
          DO I = 2, N-1
            B(I,J) = (A(I-1,J) + A(I,J-1) + A(I+1,J) + A(I,J+1)) / 4
          END DO
        END DO
      END DO
      END
