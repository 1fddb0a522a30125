package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

const masked = `program w
real :: a(9), b(9)
a = 1
where (a > 0)
b = a
elsewhere
b = 0
end where
do i = 1, 9
a(i) = &
  b(i)
end do
print *, sum(b)
end
`

// What belongs to a timer ends where its statement or construct does.
func TestEnds(t *testing.T) {
	src := source.NewText(masked)
	got := Ends(lower.Lower(fortran.Parse(src, fortran.Free)), src)
	for first, last := range map[int]int{3: 3, 4: 8, 5: 0, 9: 12, 10: 11} {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			if got[first] != last {
				t.Errorf("line %d ends in %d, want %d", first, got[first], last)
			}
		})
	}
}

// What gets a timer: the outermost of what is wanted, but nothing that a jump leads
// out of, that a label stands before, or that shares its line. The copy computes what
// the program computes, and writes how often each was executed.
func TestTimers(t *testing.T) {
	const free = `program p
  implicit none
  integer :: i, j, n
  real(8) :: a(100), b(100), s
  a = 1
  s = 0
  do j = 1, 7
    do i = 1, 100
      b(i) = a(i) + j
    end do
    s = s + sum(b)
  end do
  do i = 1, 10
    if (i == 3) exit
    a(i) = 2
  end do
  where (a > 1) b = 0; s = s + 1
  outer: do j = 1, 3
    do i = 1, 3
      if (i == 2) exit outer
      s = s + 1
    end do
  end do outer
  call add(s, &
           2.0d0)
  if (abs(s - 70711d0 + 60006d0 - 0d0) < 1d9) print '(f0.1)', s
contains
  subroutine add(x, y)
    real(8) :: x, y
    x = x + y
  end subroutine
end program
`
	const fixed = `      program f
      real*8 a(100)
      integer i
      do 10 i = 1, 100
      a(i) = i
 10   continue
      a = a*
     &  2
      write(*,'(f8.1)') a(100)
      end
`
	for _, c := range []struct {
		name, text string
		form       fortran.Form
		lines      []int
		want       string // lines and how often
		printed    string
	}{
		{"all loops", free, fortran.Free, []int{7, 13, 18, 24}, "7 1 13 1 24 1", ""},
		{"inner ones", free, fortran.Free, []int{5, 8, 11, 17}, "5 1 8 7 11 7", ""},
		{"what stands in what is wanted is left", free, fortran.Free, []int{7, 8, 9}, "7 1", ""},
		{"nothing inside a WHERE", masked, fortran.Free, []int{3, 5, 7}, "3 1", ""},
		{"a WHERE", masked, fortran.Free, []int{4}, "4 1", ""},
		{"fixed form", fixed, fortran.Fixed, []int{4, 7}, "4 1 7 1", "200.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			name := "p.f90"
			if c.form == fortran.Fixed {
				name = "p.f"
			}
			src := source.NewText(c.text)
			wanted := map[int]bool{}
			for _, line := range c.lines {
				wanted[line] = true
			}
			copied, lines := Timers(lower.Lower(fortran.Parse(src, c.form)), src, c.form, name, Timing{Wanted: func(n int) bool { return wanted[n] }, Clock: 2})
			run := func(text string) (string, string) {
				file := filepath.Join(dir, name)
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				program, table := filepath.Join(dir, "program"), filepath.Join(dir, "table")
				if out, err := exec.Command("gfortran", file, "-o", program).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s\n%s", err, out, text)
				}
				cmd := exec.Command(program)
				cmd.Env = append(os.Environ(), "PARLENS_TABLE="+table)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				data, _ := os.ReadFile(table)
				return string(out), string(data)
			}
			plain, _ := run(c.text)
			timed, table := run(copied)
			if plain != timed || !strings.Contains(timed, c.printed) {
				t.Errorf("the copy prints %q, the program %q", timed, plain)
			}
			var got []string
			for row := range strings.Lines(table) {
				f := strings.Split(row, ",")
				var line int
				var seconds, times float64
				if n, err := fmt.Sscan(strings.Join(f, " "), &line, &seconds, &times); n != 3 || err != nil || seconds < 0 || seconds > 10 {
					t.Fatalf("%q: %v", row, err)
				}
				got = append(got, fmt.Sprint(line, " ", times))
			}
			if s := strings.Join(got, " "); s != c.want || len(lines) != len(got) {
				t.Errorf("timed %q, want %q; said %v", s, c.want, lines)
			}
		})
	}
}
