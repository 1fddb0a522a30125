package microbench

// Messages is the program that measures messages and collective operations between the
// processes it is started with. Its lines are "message BYTES SECONDS", half of a round
// trip, "exchange NEIGHBOURS BYTES SECONDS", in a ring where each sends to one or both,
// "beside WORK BYTES SECONDS", the same with one while the processor has so many seconds of
// work, and "OPERATION PROCESSORS BYTES SECONDS"; the least of so many repetitions.
const Messages = `program messages
use mpi
implicit none
integer, parameter :: most = 4194304
integer, parameter :: sizes(11) = [0, 8, 64, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 4194304]
integer, parameter :: values(3) = [8, 2048, 65536]
character, allocatable :: a(:), b(:)
real(8), allocatable :: x(:), y(:)
integer :: ierr, me, procs, k, n, r, repeats, status(MPI_STATUS_SIZE)
real(8) :: before, took, least, alone, both
call MPI_Init(ierr)
call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
call MPI_Comm_size(MPI_COMM_WORLD, procs, ierr)
allocate (a(most), b(most*max(1, procs)/16 + most), x(8192), y(8192))
a = 'a'
b = 'b'
x = 1
do k = 1, size(sizes)
  n = sizes(k)
  repeats = max(4, min(400, 4000000/(n + 1000)))
  least = huge(1.0d0)
  do r = 1, 12
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    before = MPI_Wtime()
    call pingpong(repeats)
    took = (MPI_Wtime() - before)/(2*repeats)
    least = min(least, took)
  end do
  if (me == 0) write (*, '(a,1x,i0,1x,es14.7)') 'message', n, least
end do
do k = 1, size(values)
  n = values(k)
  alone = exchange(1, 0.0d0)
  both = exchange(2, 0.0d0)
  took = exchange(1, 2*alone)
  if (me == 0) then
    write (*, '(a,1x,i0,1x,es14.7)') 'exchange 1', n, alone, 'exchange 2', n, both
    write (*, '(a,1x,es14.7,1x,i0,1x,es14.7)') 'beside', 2*alone, n, took
  end if
  call collective('broadcast')
  call collective('reduction')
  call collective('alltoall')
end do
n = 0
call collective('barrier')
call MPI_Finalize(ierr)
contains

subroutine pingpong(repeats)
integer, intent(in) :: repeats
integer :: i
do i = 1, repeats
  if (me == 0) then
    call MPI_Send(a, n, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierr)
    call MPI_Recv(b, n, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, status, ierr)
  else if (me == 1) then
    call MPI_Recv(b, n, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, status, ierr)
    call MPI_Send(a, n, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, ierr)
  end if
end do
end subroutine

! seconds of an exchange with so many neighbours, and with work between its calls
real(8) function exchange(neighbours, work)
integer, intent(in) :: neighbours
real(8), intent(in) :: work
integer :: i, left, right, requests(4)
real(8) :: longest, began
left = mod(me + procs - 1, procs)
right = mod(me + 1, procs)
exchange = huge(1.0d0)
do r = 1, 12
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  before = MPI_Wtime()
  do i = 1, 50
    call MPI_Irecv(b, n, MPI_CHARACTER, right, 1, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(a, n, MPI_CHARACTER, left, 1, MPI_COMM_WORLD, requests(2), ierr)
    if (neighbours == 2) then
      call MPI_Irecv(b(n + 1), n, MPI_CHARACTER, left, 2, MPI_COMM_WORLD, requests(3), ierr)
      call MPI_Isend(a(n + 1), n, MPI_CHARACTER, right, 2, MPI_COMM_WORLD, requests(4), ierr)
    end if
    began = MPI_Wtime()
    do while (MPI_Wtime() - began < work)
    end do
    call MPI_Waitall(2*neighbours, requests, MPI_STATUSES_IGNORE, ierr)
  end do
  took = (MPI_Wtime() - before)/50
  call MPI_Reduce(took, longest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  exchange = min(exchange, longest)
end do
call MPI_Bcast(exchange, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
end function

subroutine collective(operation)
character(len=*), intent(in) :: operation
integer :: i
real(8) :: longest
least = huge(1.0d0)
do r = 1, 12
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  before = MPI_Wtime()
  do i = 1, 50
    select case (operation)
    case ('broadcast')
      call MPI_Bcast(x, n/8, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    case ('reduction')
      call MPI_Allreduce(x, y, n/8, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    case ('alltoall')
      call MPI_Alltoall(a, n, MPI_CHARACTER, b, n, MPI_CHARACTER, MPI_COMM_WORLD, ierr)
    case ('barrier')
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
    end select
  end do
  took = (MPI_Wtime() - before)/50
  call MPI_Reduce(took, longest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  least = min(least, longest)
end do
if (me == 0) write (*, '(a,1x,i0,1x,i0,1x,es14.7)') operation, procs, n, least
end subroutine
end program
`
