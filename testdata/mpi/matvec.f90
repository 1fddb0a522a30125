! The product of a matrix, divided by rows, and a vector, divided likewise: the
! first processor deals the vector out, all put it together.
program matvec
  use mpi
  implicit none
  integer, parameter :: n = 512, most = 512
  integer :: rank, size, ierr, m, i, j
  double precision :: a(most, n), x(n), part(most), y(most), all(n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  m = n / size
  if (rank == 0) then
    do i = 1, n
      all(i) = 1.0d0 / i
    end do
  end if
  call MPI_Bcast(m, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Scatter(all, m, MPI_DOUBLE_PRECISION, part, m, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Allgather(part, m, MPI_DOUBLE_PRECISION, x, m, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  do i = 1, m
    y(i) = 0.0d0
  end do
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i,j) * x(j)
    end do
  end do
  call MPI_Gather(y, m, MPI_DOUBLE_PRECISION, all, m, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program matvec
