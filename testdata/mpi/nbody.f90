! Forces between n bodies on a line: the bodies of each processor go once round
! the ring, and while they are on their way those that are there are worked on.
program nbody
  use mpi
  implicit none
  integer, parameter :: n = 1024
  integer :: rank, size, ierr, below, above, m, i, j, step
  integer :: requests(2), statuses(MPI_STATUS_SIZE, 2)
  real :: x(n), visitors(n), next(n), force(n)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  m = n / size
  below = mod(rank - 1 + size, size)
  above = mod(rank + 1, size)
  do i = 1, m
    x(i) = real(rank * m + i)
    visitors(i) = x(i)
    force(i) = 0.0
  end do
  do step = 1, size
    call MPI_Irecv(next, m, MPI_REAL, below, step, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(visitors, m, MPI_REAL, above, step, MPI_COMM_WORLD, requests(2), ierr)
    do i = 1, m
      do j = 1, m
        force(i) = force(i) + 1.0 / (x(i) - visitors(j) + 0.5)
      end do
    end do
    call MPI_Waitall(2, requests, statuses, ierr)
    do i = 1, m
      visitors(i) = next(i)
    end do
  end do
  call MPI_Finalize(ierr)
end program nbody
