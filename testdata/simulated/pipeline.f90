! Along a line: receives, works and sends on.
program pipeline
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, left, right, round, k, e
  real(8) :: x(n), y(n), t, began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  left = merge(me - 1, MPI_PROC_NULL, me > 0)
  right = merge(me + 1, MPI_PROC_NULL, me < p - 1)
  t = 1
  began = MPI_Wtime()
  do round = 1, rounds
    call MPI_Recv(y, n, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
    do k = 1, 100
      t = t*2
    end do
    call MPI_Send(x, n, MPI_REAL8, right, 1, MPI_COMM_WORLD, e)
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
