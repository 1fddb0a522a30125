C     Successive overrelaxation: every point needs the new values of its
C     left and upper neighbours, which come across the processors' edges.
      PROGRAM SOR
      INTEGER N, ITMAX, I, J, IT
      PARAMETER (N = 64, ITMAX = 5)
      REAL A(N,N), W
CDVM$ DISTRIBUTE A(BLOCK,*)
CDVM$ SHADOW A(1:1,0:0)
CDVM$ PARALLEL (J,I) ON A(I,J)
      DO J = 1, N
        DO I = 1, N
          A(I,J) = I * J
        END DO
      END DO
      W = 0.5
      DO IT = 1, ITMAX
CDVM$ PARALLEL (J,I) ON A(I,J), ACROSS(A(1:1,0:0))
        DO J = 2, N-1
          DO I = 2, N-1
            A(I,J) = (W/4)*(A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)) + (1-W)*A(I,J)
          END DO
        END DO
      END DO
      END
