! Between neighbours of a line, in one direction: who sends waits until the message has been received.
program rendezvous
  use mpi
  implicit none
  integer, parameter :: n = 1, rounds = 10
  integer :: me, p, round, k, e
  real(8) :: x(n), y(n), t, began, ended
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, e)
  call MPI_Comm_size(MPI_COMM_WORLD, p, e)
  t = 1
  began = MPI_Wtime()
  do round = 1, rounds
    do k = 1, 100*mod(me, 3)
      t = t*2
    end do
    if (mod(me, 2) == 0) then
      call MPI_Ssend(x, n, MPI_REAL8, me + 1, 1, MPI_COMM_WORLD, e)
    else
      call MPI_Recv(y, n, MPI_REAL8, me - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
    end if
  end do
  ended = MPI_Wtime()
  print *, ended - began
  call MPI_Finalize(e)
end program
