package microbench

// What the programs that measure declare to read a clock of the system, whose number is put in
// the place of CLOCK, and the function that reads it.
const (
	clockTypes = `type, bind(c) :: timespec
  integer(c_long) :: seconds, nanoseconds
end type
interface
  integer(c_int) function clock_gettime(id, t) bind(c)
    import :: c_int, timespec
    integer(c_int), value :: id
    type(timespec) :: t
  end function
end interface
`

	clockReading = `real(8) function now()
type(timespec) :: t
integer(c_int) :: failed
failed = clock_gettime(CLOCK, t)
now = t%seconds + 1.0d-9*t%nanoseconds
end function
`
)
