! Along a line, with both neighbours; all work while the messages are on their way.
program nonblocking
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, left, right, round, k, e, r(4)
  real(8) :: x(n), y(n), z(n), t, began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  left = merge(me - 1, MPI_PROC_NULL, me > 0)
  right = merge(me + 1, MPI_PROC_NULL, me < p - 1)
  t = 1
  began = MPI_Wtime()
  do round = 1, rounds
    call MPI_Irecv(y, n, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1), e)
    call MPI_Irecv(z, n, MPI_REAL8, right, 2, MPI_COMM_WORLD, r(2), e)
    call MPI_Isend(x, n, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(3), e)
    call MPI_Isend(x, n, MPI_REAL8, left, 2, MPI_COMM_WORLD, r(4), e)
    do k = 1, 100*mod(me, 3)
      t = t*2
    end do
    call MPI_Waitall(4, r, MPI_STATUSES_IGNORE, e)
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
