! The number of the process and that of all are kept in a module; a procedure
! asks MPI for them, another one passes the edges on.
module world
  use mpi
  implicit none
  integer :: me, processes
contains
  subroutine start()
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, processes, ierr)
  end subroutine start
  subroutine share(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(0:n+1)
    integer :: ierr, status(MPI_STATUS_SIZE)
    if (me > 0) call MPI_Send(x(1), 1, MPI_REAL, me - 1, 0, MPI_COMM_WORLD, ierr)
    if (me < processes - 1) call MPI_Recv(x(n+1), 1, MPI_REAL, me + 1, 0, MPI_COMM_WORLD, status, ierr)
  end subroutine share
end module world

program ends
  use world
  implicit none
  integer, parameter :: n = 1000
  real :: x(0:n+1)
  integer :: i, low, high
  call start()
  low = 1 + me * n / processes
  high = (me + 1) * n / processes
  do i = low, high
    x(i) = real(i)
  end do
  call share(x, n)
  if (me == 0) x(1) = 0.0
end program ends
