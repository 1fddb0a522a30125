package microbench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Messages is the program that measures messages and collective operations between the
// processes it is started with. Its lines are "message BYTES SECONDS", half of a round
// trip, and "OPERATION PROCESSORS BYTES SECONDS"; the least of so many repetitions.
const Messages = `program messages
use mpi
implicit none
integer, parameter :: most = 4194304
integer, parameter :: sizes(11) = [0, 8, 64, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 4194304]
integer, parameter :: values(3) = [8, 2048, 65536]
character, allocatable :: a(:), b(:)
real(8), allocatable :: x(:), y(:)
integer :: ierr, me, procs, k, n, r, repeats, status(MPI_STATUS_SIZE)
real(8) :: before, took, least
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

// Network is what was measured of messages.
type Network struct {
	Messages    []Message
	Collectives []Collective
}

// Message is the one-way time of a message.
type Message struct{ Bytes, Seconds float64 }

// Collective is the time of a collective operation.
type Collective struct {
	Operation  string
	Processors int
	Bytes      float64
	Seconds    float64
}

// ParseNetwork reads the output of Messages.
func ParseNetwork(out string) (*Network, error) {
	n := &Network{}
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		bad := fmt.Errorf("the message suite wrote %q", strings.TrimSpace(line))
		var v []float64
		for _, s := range f[min(1, len(f)):] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, bad
			}
			v = append(v, x)
		}
		switch {
		case len(f) == 0:
		case f[0] == "message" && len(v) == 2:
			n.Messages = append(n.Messages, Message{v[0], v[1]})
		case len(v) == 3:
			n.Collectives = append(n.Collectives, Collective{f[0], int(v[0]), v[1], v[2]})
		default:
			return nil, bad
		}
	}
	if len(n.Messages) < 4 {
		return nil, fmt.Errorf("the message suite wrote %d sizes of messages", len(n.Messages))
	}
	return n, nil
}

// Segment is a line through the times of messages up to a size.
type Segment struct {
	UpTo             float64 // +Inf for the last
	Startup, PerByte float64
	Worst            float64 // largest error of the messages in it, as a share
}

// Segments fits two lines to the messages, by the least sum of squares of relative
// errors over all places where one may end and the other begin.
func (n *Network) Segments() []Segment {
	var best []Segment
	least := math.Inf(1)
	for cut := 3; cut+2 <= len(n.Messages); cut++ {
		short, e1 := line(n.Messages[:cut])
		long, e2 := line(n.Messages[cut:])
		if e1+e2 < least {
			short.UpTo, long.UpTo = n.Messages[cut-1].Bytes, math.Inf(1)
			best, least = []Segment{short, long}, e1+e2
		}
	}
	return best
}

// line fits startup + bytes*perByte with weights 1/seconds; neither is negative.
func line(m []Message) (Segment, float64) {
	var s, sx, sy, sxx, sxy float64
	for _, x := range m {
		w := 1 / (x.Seconds * x.Seconds)
		s, sx, sy = s+w, sx+w*x.Bytes, sy+w*x.Seconds
		sxx, sxy = sxx+w*x.Bytes*x.Bytes, sxy+w*x.Bytes*x.Seconds
	}
	out := Segment{}
	if d := s*sxx - sx*sx; d > 0 {
		out.PerByte = max(0, (s*sxy-sx*sy)/d)
	}
	out.Startup = (sy - out.PerByte*sx) / s
	if out.Startup < 0 {
		out.Startup, out.PerByte = 0, sxy/sxx
	}
	sum := 0.0
	for _, x := range m {
		e := (out.Startup + out.PerByte*x.Bytes - x.Seconds) / x.Seconds
		sum += e * e
		out.Worst = max(out.Worst, math.Abs(e))
	}
	return out, sum
}
