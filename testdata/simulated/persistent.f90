! Around a ring, with requests that are described once; all work alike, since SMPI deadlocks when one is ahead.
program persistent
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, left, right, round, k, e, r(2)
  real(8) :: x(n), y(n), t, began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  left = mod(me + p - 1, p)
  right = mod(me + 1, p)
  call MPI_Recv_init(y, n, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1), e)
  call MPI_Send_init(x, n, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(2), e)
  t = 1
  began = MPI_Wtime()
  do round = 1, rounds
    do k = 1, 100
      t = t*2
    end do
    call MPI_Startall(2, r, e)
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, e)
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
