! Pi as the area below 4 / (1 + x*x) between 0 and 1: each processor takes a
! block of the n strips.
program pi
  use mpi_f08
  implicit none
  integer, parameter :: n = 100000
  integer :: rank, size, i, first, last
  double precision :: width, x, part, total

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  width = 1.0d0 / n
  part = 0.0d0
  first = 1 + rank * n / size
  last = (rank + 1) * n / size
  do i = first, last
    x = width * (i - 0.5d0)
    part = part + 4.0d0 / (1.0d0 + x * x)
  end do
  call MPI_Reduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) then
    total = width * total
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize()
end program pi
