! A part of each for each.
program alltoall
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, round, e
  real(8) :: x(64*n), y(64*n), began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  began = MPI_Wtime()
  do round = 1, rounds
    call MPI_Alltoall(x, n, MPI_REAL8, y, n, MPI_REAL8, MPI_COMM_WORLD, e)
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
