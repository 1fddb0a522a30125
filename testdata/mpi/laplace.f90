! Laplace's equation on an n x n grid by message passing: the same sweeps as
! testdata/hpf/laplace_columns.f90, with the columns divided by hand. Columns 0
! and m + 1 of each part are copies of the neighbours' last and first ones.
program laplace
  use mpi
  implicit none
  integer, parameter :: n = 256, sweeps = 100
  integer :: rank, size, ierr, left, right, m, first, last, i, j, sweep
  integer :: status(MPI_STATUS_SIZE)
  real :: a(n, 0:n+1), b(n, 0:n+1)
  real :: part, residual

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  m = n / size
  left = rank - 1
  if (left < 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right == size) right = MPI_PROC_NULL
  first = 1
  if (rank == 0) first = 2
  last = m
  if (rank == size - 1) last = m - 1

  do j = 0, m + 1
    do i = 1, n
      a(i,j) = 0.0
    end do
    a(1,j) = 100.0
  end do

  do sweep = 1, sweeps
    call MPI_Sendrecv(a(2,m), n - 2, MPI_REAL, right, 1, a(2,0), n - 2, MPI_REAL, left, 1, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(a(2,1), n - 2, MPI_REAL, left, 2, a(2,m+1), n - 2, MPI_REAL, right, 2, MPI_COMM_WORLD, status, ierr)
    part = 0.0
    do j = first, last
      do i = 2, n - 1
        b(i,j) = 0.25 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
        part = max(part, abs(b(i,j) - a(i,j)))
      end do
    end do
    call MPI_Allreduce(part, residual, 1, MPI_REAL, MPI_MAX, MPI_COMM_WORLD, ierr)
    do j = first, last
      do i = 2, n - 1
        a(i,j) = b(i,j)
      end do
    end do
  end do
  call MPI_Finalize(ierr)
end program laplace
