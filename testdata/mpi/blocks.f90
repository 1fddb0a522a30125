! Rows of a table, divided by hand, with the exchange of edges in a procedure that
! is told its neighbours, and a column of the table as a datatype.
program blocks
  use mpi
  implicit none
  integer, parameter :: n = 120, steps = 5
  integer :: rank, size, ierr, low, high, below, above, step
  real :: t(0:n+1, n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  low = 1 + rank * (n / size)
  high = (rank + 1) * (n / size)
  if (rank == 0) then
    below = MPI_PROC_NULL
  else
    below = rank - 1
  end if
  above = merge(rank + 1, MPI_PROC_NULL, rank < size - 1)
  do step = 1, steps
    call edges(t, n, low, high, below, above)
    call smooth(t, n, low, high)
  end do
  call MPI_Finalize(ierr)
end program blocks

subroutine edges(t, n, low, high, below, above)
  use mpi
  implicit none
  integer, intent(in) :: n, low, high, below, above
  real, intent(inout) :: t(0:n+1, n)
  integer :: row, ierr, status(MPI_STATUS_SIZE)
  call MPI_Type_vector(n, 1, n + 2, MPI_REAL, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Sendrecv(t(high,1), 1, row, above, 1, t(low-1,1), 1, row, below, 1, MPI_COMM_WORLD, status, ierr)
  call MPI_Sendrecv(t(low,1), 1, row, below, 2, t(high+1,1), 1, row, above, 2, MPI_COMM_WORLD, status, ierr)
  call MPI_Type_free(row, ierr)
end subroutine edges

subroutine smooth(t, n, low, high)
  implicit none
  integer, intent(in) :: n, low, high
  real, intent(inout) :: t(0:n+1, n)
  integer :: i, j
  do j = 1, n
    do i = low, high
      t(i,j) = 0.5 * (t(i-1,j) + t(i+1,j))
    end do
  end do
end subroutine smooth
