package instrument

import (
	"fmt"
	"strings"
)

// runtime is what an instrumented file calls, in lines that both source forms allow:
// counters by line and tenth of the mask, and the table when the program ends.
func runtime(name, file, counts string, lines int) string {
	return strings.NewReplacer(
		"NAME", name, "LINES", fmt.Sprint(max(1, lines)), "TOTAL", fmt.Sprint(12*max(1, lines)),
		"FILE", assigned("name", file), "COUNTS", assigned("table", counts),
	).Replace(counters)
}

// assigned writes the assignment of a text to a variable, piece by piece, in lines
// that fit the columns.
func assigned(variable, s string) string {
	out := "      " + variable + " = ' '"
	for at := 0; at < len(s); at += 30 {
		end := min(len(s), at+30)
		out += fmt.Sprintf("\n      %s(%d:%d) = '%s'", variable, at+1, end, strings.ReplaceAll(s[at:end], "'", "''"))
	}
	return out
}

// interfaces declare what counts as pure.
func interfaces(name string) string {
	return strings.ReplaceAll(declared, "NAME", name)
}

const declared = `      interface
      pure subroutine parlens_NAME_count(line)
      integer, intent(in) :: line
      end subroutine
      pure subroutine parlens_NAME_array(line, n)
      integer, intent(in) :: line, n
      end subroutine
      pure subroutine parlens_NAME_mask(line, held, n)
      integer, intent(in) :: line, held, n
      end subroutine
      pure subroutine parlens_NAME_test(line, holds)
      integer, intent(in) :: line
      logical, intent(in) :: holds
      end subroutine
      end interface
`

// atExit has the table written when the program ends: it ends the declarations of a
// subroutine with an integer k, and begins its statements.
const atExit = `      logical started
      save started
      data started /.false./
      interface
      function atexit(f) bind(c)
      import c_int, c_funptr
      integer(c_int) atexit
      type(c_funptr), value :: f
      end function
      subroutine parlens_NAME_write() bind(c)
      end subroutine
      end interface
      if (.not. started) then
      started = .true.
      k = atexit(c_funloc(parlens_NAME_write))
      end if
`

const counters = `
!     What follows counts executions; parlens instrument has added it.
      subroutine parlens_NAME_count(line)
      integer, intent(in) :: line
      call parlens_NAME_add(line, -1.0d0, 0.0d0)
      end

      subroutine parlens_NAME_array(line, n)
      integer, intent(in) :: line, n
      call parlens_NAME_add(line, -1.0d0, dble(n))
      end

      subroutine parlens_NAME_mask(line, held, n)
      integer, intent(in) :: line, held, n
      if (n .gt. 0) then
      call parlens_NAME_add(line, dble(held)/dble(n), dble(n))
      end if
      end

      subroutine parlens_NAME_test(line, holds)
      integer, intent(in) :: line
      logical, intent(in) :: holds
      if (holds) then
      call parlens_NAME_add(line, 1.0d0, 0.0d0)
      else
      call parlens_NAME_add(line, 0.0d0, 0.0d0)
      end if
      end

      subroutine parlens_NAME_add(line, fraction, elements)
      use iso_c_binding, only: c_int, c_funptr, c_funloc
      integer line, k
      double precision fraction, elements
      double precision runs(0:11,LINES), part(0:11,LINES)
      double precision many(0:11,LINES)
      common /parlens_NAME_c/ runs, part, many
` + atExit + `      k = 0
      if (fraction .ge. 0.0d0) k = int(fraction*10.0d0) + 1
      runs(k,line) = runs(k,line) + 1.0d0
      part(k,line) = part(k,line) + fraction
      many(k,line) = many(k,line) + elements
      end

      subroutine parlens_NAME_write() bind(c)
      integer line, k, u
      double precision n
      double precision runs(0:11,LINES), part(0:11,LINES)
      double precision many(0:11,LINES)
      common /parlens_NAME_c/ runs, part, many
      character(32) mask, size
      character(1024) name, table
FILE
COUNTS
      open(newunit=u, file=trim(table))
      write(u,'(a)') 'file,line,executions,mask_fraction,elements'
      do line = 1, LINES
      do k = 0, 11
      n = runs(k,line)
      if (n .gt. 0.0d0) then
      mask = ' '
      size = ' '
      if (k .gt. 0) write(mask,'(f12.9)') part(k,line)/n
      if (many(k,line) .gt. 0.0d0) write(size,'(f20.3)') many(k,line)/n
      write(u,'(a,a,i0)',advance='no') trim(name), ',', line
      write(u,'(a,i0,a)',advance='no') ',', int(n,8), ','
      write(u,'(a)',advance='no') trim(adjustl(mask))
      write(u,'(a,a)') ',', trim(adjustl(size))
      end if
      end do
      end do
      close(u)
      end

      block data parlens_NAME_data
      double precision runs(0:11,LINES), part(0:11,LINES)
      double precision many(0:11,LINES)
      common /parlens_NAME_c/ runs, part, many
      data runs /TOTAL*0.0d0/
      data part /TOTAL*0.0d0/
      data many /TOTAL*0.0d0/
      end
`
