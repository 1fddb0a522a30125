C     A fragment of a hydrodynamics code, after the first of the Livermore
C     loops: each element needs its neighbours ten and eleven places on.
      PROGRAM HYDRO
      INTEGER N, STEPS
      PARAMETER (N = 1000, STEPS = 50)
      REAL*8 X(N+11), Y(N+11), Z(N+11), Q, R, T
      INTEGER K, STEP
!HPF$ PROCESSORS P(4)
!HPF$ TEMPLATE LINE(N+11)
!HPF$ DISTRIBUTE LINE(BLOCK) ONTO P
!HPF$ ALIGN X(I) WITH LINE(I)
!HPF$ ALIGN Y(I) WITH LINE(I)
!HPF$ ALIGN Z(I) WITH LINE(I)

      Q = 0.5D0
      R = 0.2D0
      T = 0.1D0
      X = 0.0D0
      Y = 1.0D0
      FORALL (K = 1:N+11) Z(K) = 1.0D-3 * K

      DO STEP = 1, STEPS
!HPF$   INDEPENDENT
        DO K = 1, N
          X(K) = Q + Y(K) * (R * Z(K+10) + T * Z(K+11))
        END DO
        Y(1:N) = 0.5D0 * (X(1:N) + Y(1:N))
      END DO

      PRINT *, 'CHECKSUM:', SUM(X(1:N))
      END
