package instrument

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Timing says what a copy times and how. It writes a table of lines, seconds and times
// into the file that the environment variable PARLENS_TABLE names.
type Timing struct {
	// Wanted reports whether the statement or loop that begins on a line is timed; what
	// stands inside one that is timed is not.
	Wanted func(line int) bool
	Clock  int // of clock_gettime; -1: MPI_Wtime
}

// Timers returns the text of the file with a timer around each wanted statement, and
// the lines that have one, in order. A statement that shares its line with another, or
// from which a jump leads out, has none.
func Timers(f *lower.File, text *source.Text, form fortran.Form, path string, t Timing) (string, []int) {
	c := &timers{copier: copier{text: text, form: form, before: map[int]string{}, name: identifier(path)}, Timing: t, after: map[int]string{}}
	for _, u := range f.Units {
		own := u.Fork()
		if c.in, c.start = own, own.Start; !pure.MatchString(text.Line(text.LineOf(own.Start + own.Span.Start))) {
			c.timed(own.Body)
		}
	}
	var out strings.Builder
	for line := 1; line <= text.Lines(); line++ {
		out.WriteString(c.before[line])
		if written := text.Line(line); line < text.Lines() || written != "" {
			out.WriteString(strings.TrimRight(written, "\r\n") + "\n")
		}
		out.WriteString(c.after[line])
	}
	out.WriteString(clocks(c.name, t, text.Lines()))
	slices.Sort(c.lines)
	return out.String(), c.lines
}

// timers is a copy that measures time.
type timers struct {
	copier
	Timing
	after map[int]string // calls behind a line
	lines []int
}

func (c *timers) timed(list []program.Stmt) {
	for _, s := range list {
		line := c.line(s)
		if c.Wanted(line) && c.between(s, line) {
			continue
		}
		if !masks(s) {
			for b := range program.Blocks(s) {
				c.timed(b)
			}
		}
	}
}

// between puts a timer around a statement; false where it cannot stand.
func (c *timers) between(s program.Stmt, line int) bool {
	switch s := s.(type) {
	case *program.Do:
		if s.Jumps || leaves(s) {
			return false
		}
	case *program.Assign:
		if s.Descriptor {
			return false
		}
	case *program.Where, *program.Forall, *program.CallStmt:
	default:
		return false
	}
	last := c.last(s)
	if c.before[line] != "" || c.after[last] != "" || !c.first(s, line) || strings.ContainsRune(c.text.Line(line), ';') || labelled(c.text.Line(line)) {
		return false
	}
	c.before[line] = c.folded(fmt.Sprintf("call parlens_%s_begin(%d)", c.name, line))
	c.after[last] = c.folded(fmt.Sprintf("call parlens_%s_end(%d)", c.name, line))
	c.lines = append(c.lines, line)
	return true
}

// labelled reports whether a line begins with a label, to which a jump may lead.
func labelled(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] >= '0' && line[0] <= '9'
}

// leaves reports whether a jump in a loop may lead out of it.
func leaves(do *program.Do) bool {
	found := false
	program.Statements(do.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Transfer:
			found = found || s.Keyword == "return" || s.Keyword == "stop" || s.Target != ""
		case *program.Unmodelled:
			found = found || s.Target != ""
		}
		return !found
	})
	return found
}

// clocks is what the copy calls.
func clocks(name string, t Timing, lines int) string {
	clock := `
      subroutine parlens_NAME_now(t)
      use iso_c_binding, only: c_int, c_long
      double precision t
      integer(c_int) k
      integer(c_long) s(2)
      interface
      function clock_gettime(id, s) bind(c)
      import c_int, c_long
      integer(c_int) clock_gettime
      integer(c_int), value :: id
      integer(c_long) s(2)
      end function
      end interface
      k = clock_gettime(CLOCK, s)
      t = dble(s(1)) + 1.0d-9*dble(s(2))
      end
`
	if t.Clock < 0 {
		clock = messageClock
	}
	return strings.NewReplacer("NAME", name, "LINES", fmt.Sprint(max(1, lines)), "CLOCK", fmt.Sprint(t.Clock)).Replace(clock + stopwatches)
}

// messageClock is the clock of a program that passes messages: the first process has
// the time, from MPI_Init on.
const messageClock = `
      subroutine parlens_NAME_now(t)
      include 'mpif.h'
      double precision t
      integer me, ierr
      logical up
      t = -1.0d0
      call MPI_Initialized(up, ierr)
      if (.not. up) return
      call MPI_Finalized(up, ierr)
      if (up) return
      call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
      if (me .eq. 0) t = MPI_Wtime()
      end
`

const stopwatches = `
!     What follows measures time; parlens validate has added it.
      subroutine parlens_NAME_begin(line)
      use iso_c_binding, only: c_int, c_funptr, c_funloc
      integer line, k
      double precision t, since(LINES), total(LINES), times(LINES)
      common /parlens_NAME_t/ since, total, times
` + atExit + `      call parlens_NAME_now(t)
      since(line) = t
      end

      subroutine parlens_NAME_end(line)
      integer line
      double precision t, since(LINES), total(LINES), times(LINES)
      common /parlens_NAME_t/ since, total, times
      call parlens_NAME_now(t)
      if (t .lt. 0.0d0 .or. since(line) .lt. 0.0d0) return
      total(line) = total(line) + (t - since(line))
      times(line) = times(line) + 1.0d0
      end

      subroutine parlens_NAME_write() bind(c)
      integer line, u
      double precision since(LINES), total(LINES), times(LINES)
      common /parlens_NAME_t/ since, total, times
      character(1024) table
      call get_environment_variable('PARLENS_TABLE', table)
      if (table .eq. ' ' .or. .not. any(times .gt. 0.0d0)) return
      open(newunit=u, file=trim(table))
      do line = 1, LINES
      if (times(line) .gt. 0.0d0) then
      write(u,'(i0,a)',advance='no') line, ','
      write(u,'(es23.16,a)',advance='no') total(line), ','
      write(u,'(f20.0)') times(line)
      end if
      end do
      close(u)
      end
`
