C Fixed form, with mpif.h: a recurrence along rows that are divided by hand. Each
C processor waits for the last value of the one below, and passes its own on.
      PROGRAM SWEEP
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, IERR, M, I, K
      INTEGER STATUS(MPI_STATUS_SIZE)
      PARAMETER (N = 400, NROWS = 50)
      REAL A(0:N, NROWS)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NPROCS, IERR)
      M = N / NPROCS
      DO K = 1, NROWS
        IF (RANK .GT. 0) THEN
          CALL MPI_RECV(A(0,K), 1, MPI_REAL, RANK-1, K,
     &                  MPI_COMM_WORLD, STATUS, IERR)
        END IF
        DO I = 1, M
          A(I,K) = 0.5 * (A(I,K) + A(I-1,K))
        END DO
        IF (RANK .LT. NPROCS-1) THEN
          CALL MPI_SEND(A(M,K), 1, MPI_REAL, RANK+1, K,
     &                  MPI_COMM_WORLD, IERR)
        END IF
      END DO
      CALL MPI_FINALIZE(IERR)
      END
