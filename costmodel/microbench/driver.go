package microbench

import (
	"fmt"
	"strings"
)

// Driver writes the main program. Each line of its output is a cell and the seconds of
// one call: the least of so many samples, each of so many milliseconds of processor time.
// It is told both as arguments, and the one cell that is meant as a third. A cell during
// which somebody else was on the core, by a loop before and after it, is measured up to five
// times. clock is the number of the processor-time clock of clock_gettime.
func Driver(cells []Cell, clock int) string {
	var calls strings.Builder
	for i, c := range cells {
		fmt.Fprintf(&calls, "call cell(x, y, z, w, idx, %d, %d, '%s')\n", i+1, c.N(), c.Name())
	}
	var cases strings.Builder
	singles := ""
	for i, c := range cells {
		if c.Kernel.Single {
			singles += "external " + nameOf(c.Kernel) + "\n"
		}
		fmt.Fprintf(&cases, "case (%d)\ncall %s(n, m, s, x, y, z, w, idx)\n", i+1, nameOf(c.Kernel))
	}
	return strings.NewReplacer("CLOCK", fmt.Sprint(clock), "SINGLES", singles, "LARGEST", fmt.Sprint(Largest(cells)), "CALLS", calls.String(), "CASES", cases.String()).Replace(driver)
}

const driver = `subroutine nothing(x)
real(8) :: x
end subroutine

program measure
use, intrinsic :: iso_c_binding
use kernels
implicit none
` + clockTypes + `real(8), allocatable :: arena(:)
integer, allocatable :: idx(:)
real(8) :: s, sample, quickest
integer :: m, samples, tried
character(len=32) :: argument, only
external singles
SINGLES
call get_command_argument(1, argument)
read (argument, *) sample
call get_command_argument(2, argument)
read (argument, *) samples
call get_command_argument(3, only)
sample = sample*1.0d-3
m = 1000003
quickest = huge(1.0d0)
do tried = 1, 20
  quickest = min(quickest, pace())
end do
! no two arrays begin at the same place in a page: loads would wait for stores to others
allocate (arena(4*LARGEST + 1024), idx(LARGEST))
call run(arena(1), arena(LARGEST + 137), arena(2*LARGEST + 273), arena(3*LARGEST + 409), idx)
contains

subroutine run(x, y, z, w, idx)
real(8) :: x(LARGEST), y(LARGEST), z(LARGEST), w(LARGEST)
integer :: idx(LARGEST)
CALLS
end subroutine

` + clockReading + `
! a loop that keeps all units busy: somebody else on the same core slows it down
real(8) function pace()
real(8), save :: px(400) = 1, py(400) = 1, pz(400) = 1, pw(400) = 1
integer, save :: none(400) = 1
integer :: k
pace = now()
do k = 1, 300
  call k_balanced(400, 1, 0.5d0, px, py, pz, pw, none)
end do
pace = now() - pace
end function

! values that no operation overflows on; sorted, random, and a permutation
subroutine fill(x, y, z, w, idx, n)
integer, intent(in) :: n
real(8) :: x(*), y(*), z(*), w(*)
integer :: idx(*)
integer :: i, k, t
integer(8) :: r
r = 88172645463325252_8
do i = 1, n
  y(i) = 1.0d0 + 1.0d-9*mod(i, 1000)
  x(i) = 1.0d0
  z(i) = real(i, 8)/n
  r = ieor(r, ishft(r, 13))
  r = ieor(r, ishft(r, -7))
  r = ieor(r, ishft(r, 17))
  w(i) = real(iand(r, 1048575_8), 8)/1048576.0d0
  idx(i) = i
end do
do i = n, 2, -1
  r = ieor(r, ishft(r, 13))
  r = ieor(r, ishft(r, -7))
  r = ieor(r, ishft(r, 17))
  k = int(mod(iand(r, 4611686018427387903_8), int(i, 8))) + 1
  t = idx(k)
  idx(k) = idx(i)
  idx(i) = t
end do
end subroutine

subroutine cell(x, y, z, w, idx, which, n, name)
integer, intent(in) :: which, n
real(8) :: x(*), y(*), z(*), w(*)
integer :: idx(*)
character(len=*), intent(in) :: name
real(8) :: before, took, least, alone
integer :: calls, k, try
if (only /= ' ' .and. only /= name) return
call fill(x, y, z, w, idx, n)
if (index(name, 'single-') > 0) call singles(y, 2*n)
s = 0.5d0
if (index(name, 'stream-update') > 0) s = 1.0d0
calls = 1
do
  before = now()
  call repeat(x, y, z, w, idx, which, n, calls)
  took = now() - before
  if (took > 0.2d0*sample .or. calls > 100000000) exit
  calls = calls*2
end do
calls = max(1, int(calls*sample/max(took, 1.0d-9)))
least = huge(1.0d0)
do try = 1, 5 ! until nobody disturbs
  alone = pace()
  do k = 1, samples
    before = now()
    call repeat(x, y, z, w, idx, which, n, calls)
    least = min(least, (now() - before)/calls)
  end do
  alone = max(alone, pace())
  quickest = min(quickest, alone)
  if (alone <= 1.1d0*quickest) exit
end do
write (*, '(a,1x,i0,1x,es23.16)') name, n, least
flush (6)
end subroutine

subroutine repeat(x, y, z, w, idx, which, n, calls)
integer, intent(in) :: which, n, calls
real(8) :: x(*), y(*), z(*), w(*)
integer :: idx(*)
integer :: k
do k = 1, calls
select case (which)
CASES
end select
end do
end subroutine
end program
`
