! Nothing but barriers.
program barrier
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, round, e
  real(8) :: x(n), began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  began = MPI_Wtime()
  do round = 1, rounds
    call MPI_Barrier(MPI_COMM_WORLD, e)
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
