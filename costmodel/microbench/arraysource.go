package microbench

import (
	"fmt"
	"strings"
)

// Statements is Fortran with a subroutine for each statement of the suite of array
// operations, to be compiled apart from those that call them.
func (s *ArraySuite) Statements() string {
	var b strings.Builder
	b.WriteString(arrayValues)
	for i, text := range s.texts {
		declarations := ""
		for name, declared := range map[string]string{"do i": "integer :: i\n", "do j": "integer :: j\n"} {
			if strings.Contains(text, name) {
				declarations += declared
			}
		}
		fmt.Fprintf(&b, "\nsubroutine a%d(%s)\nuse values\n%s%s%s\nend subroutine\n", i+1, arrayArguments, arrayDeclarations, declarations, text)
	}
	return b.String()
}

// Driver is the program that times them. It is told the milliseconds of one sample, and how
// many rounds; each line that it writes is a statement, a size, and the seconds of one execution
// in that round. Rounds begin with "control" and what a chain of additions takes. clock is the
// number of the processor-time clock of clock_gettime.
func (s *ArraySuite) Driver(clock int) string {
	var calls, cases strings.Builder
	count := 0
	for i, name := range s.names {
		for _, n := range s.at[name] {
			count++
			fmt.Fprintf(&calls, "call measure(%d, %d, %d, '%s')\n", count, i+1, n, name)
		}
		fmt.Fprintf(&cases, "case (%d)\ncall a%d(%s)\n", i+1, i+1, arrayArguments)
	}
	largest := s.sizes[len(s.sizes)-1] + 1
	return strings.NewReplacer("CLOCK", fmt.Sprint(clock), "LARGEST", fmt.Sprint(largest), "COUNT", fmt.Sprint(count), "CALLS", calls.String(),
		"CASES", cases.String(), "ARGUMENTS", arrayArguments).Replace(arrayDriver)
}

const arrayArguments = "n, ra, rb, rc, da, db, dc, de, ia, ib, ic, la, lb, lc, lt, inorder, random, m0, m25, m50, m75, m100"

const arrayDeclarations = `integer, intent(in) :: n
real :: ra(n), rb(n), rc(n)
real(8) :: da(n), db(n), dc(n), de(n+1)
integer :: ia(n), ib(n), ic(n), inorder(n), random(n)
logical :: la(n), lb(n), lc(n), lt(n), m0(n), m25(n), m50(n), m75(n), m100(n)
`

const arrayValues = `module values
real :: rs = 0.5, rx
real(8) :: ds = 0.5d0, dx
integer :: is = 1, ix
logical :: ls = .false., lx
end module
`

const arrayDriver = `program measurearrays
use, intrinsic :: iso_c_binding
use values
implicit none
` + clockTypes + `integer, parameter :: largest = LARGEST
real, allocatable :: ra(:), rb(:), rc(:)
real(8), allocatable :: da(:), db(:), dc(:), de(:)
integer, allocatable :: ia(:), ib(:), ic(:), inorder(:), random(:)
logical, allocatable :: la(:), lb(:), lc(:), lt(:), m0(:), m25(:), m50(:), m75(:), m100(:)
integer :: times(COUNT) = 0, round, rounds, shuffled = 0
real(8) :: sample
character(len=32) :: argument
call get_command_argument(1, argument)
read (argument, *) sample
call get_command_argument(2, argument)
read (argument, *) rounds
sample = sample*1.0d-3
allocate (ra(largest), rb(largest), rc(largest), da(largest), db(largest), dc(largest), de(largest))
allocate (ia(largest), ib(largest), ic(largest), inorder(largest), random(largest))
allocate (la(largest), lb(largest), lc(largest), lt(largest), m0(largest), m25(largest), m50(largest), m75(largest), m100(largest))
call fill()
do round = 0, rounds ! the first one counts how often a statement is executed in a sample
  if (round > 0) write (*, '(a,es23.16)') 'control 0 ', control()
  call every()
end do
contains

subroutine every()
CALLS
end subroutine

` + clockReading + `
real(8) function control()
integer :: i
real(8), volatile :: t
t = 0
control = now()
do i = 1, 200000
  t = t + 1.0d0
end do
control = now() - control
end function

! values that no operation overflows on; permutations are made by size, where they are needed
subroutine fill()
integer :: i
real(8) :: chance(5)
do i = 1, largest
  call random_number(chance)
  rb(i) = real(1 + 1.0d-6*chance(1))
  rc(i) = real(1 + 1.0d-6*chance(2))
  db(i) = 1 + 1.0d-9*chance(1)
  dc(i) = 1 + 1.0d-9*chance(2)
  ib(i) = int(1000*chance(1)) + 1
  ic(i) = int(7*chance(2)) + 1
  lb(i) = chance(3) < 0.5
  m25(i) = chance(4) < 0.25
  m50(i) = chance(4) < 0.5
  m75(i) = chance(4) < 0.75
end do
de = db
ra = 0
da = 0
ia = 0
la = .false.
lc = .false.
lt = .true.
m0 = .false.
m100 = .true.
end subroutine

subroutine shuffle(n)
integer, intent(in) :: n
integer :: i, k, t
real(8) :: chance
if (shuffled == n) return
shuffled = n
do i = 1, n
  inorder(i) = i
  random(i) = i
end do
do i = n, 2, -1
  call random_number(chance)
  k = min(i, int(i*chance) + 1)
  t = random(k)
  random(k) = random(i)
  random(i) = t
end do
end subroutine

subroutine measure(place, which, n, name)
integer, intent(in) :: place, which, n
character(len=*), intent(in) :: name
real(8) :: took
if (index(name, 'gather') > 0 .or. index(name, 'scatter') > 0) call shuffle(n)
if (times(place) == 0) then
  times(place) = 1
  do
    took = now()
    call repeat(which, n, times(place))
    took = now() - took
    if (took > 0.3d0*sample .or. times(place) > 100000000) exit
    times(place) = times(place)*2
  end do
  times(place) = max(1, int(times(place)*sample/max(took, 1.0d-9)))
  return
end if
took = now()
call repeat(which, n, times(place))
took = now() - took
write (*, '(a,1x,i0,1x,es23.16)') name, n, took/times(place)
end subroutine

subroutine repeat(which, n, count)
integer, intent(in) :: which, n, count
integer :: k
do k = 1, count
select case (which)
CASES
end select
end do
end subroutine
end program
`
