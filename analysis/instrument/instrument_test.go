package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// counted compiles and runs the copy of a program and returns its table: for each line
// the executions, the fraction true of all of them, the mean of the elements.
func counted(t *testing.T, name, text string, form fortran.Form) map[int][3]float64 {
	t.Helper()
	dir := t.TempDir()
	src := source.NewText(text)
	copied, problems := Copy(lower.Lower(fortran.Parse(src, form)), src, form, name, "a rather long name of a table of counts.csv")
	for _, p := range problems {
		t.Fatal(p.Message)
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(copied), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s\n%s", name, args, err, out, copied)
		}
	}
	run("gfortran", "-Wall", file, "-o", filepath.Join(dir, "program"))
	run(filepath.Join(dir, "program"))
	table, err := os.ReadFile(filepath.Join(dir, "a rather long name of a table of counts.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, name, string(table))
}

func read(t *testing.T, name, table string) map[int][3]float64 {
	t.Helper()
	out := map[int][3]float64{}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if lines[0] != "file,line,executions,mask_fraction,elements" {
		t.Fatalf("head %q", lines[0])
	}
	number := func(s string) float64 {
		if s == "" {
			return 0
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, l := range lines[1:] {
		f := strings.Split(l, ",")
		if f[0] != name {
			t.Fatalf("file %q", f[0])
		}
		line, n := int(number(f[1])), number(f[2])
		x := out[line]
		x[0], x[1], x[2] = x[0]+n, x[1]+n*number(f[3]), x[2]+n*number(f[4])
		out[line] = x
	}
	for line, x := range out {
		out[line] = [3]float64{x[0], x[1] / x[0], x[2] / x[0]}
	}
	return out
}

// The kernels of paper 000 at small sizes, counted by hand.
func TestKernels(t *testing.T) {
	for _, c := range []struct {
		kernel string
		sizes  []string // old, new, ...
		want   map[int]float64
		sizeOf map[int]float64
		zero   []int
	}{
		{"ave", []string{"n = 500000, steps = 1000", "n = 16, steps = 3"},
			map[int]float64{9: 1, 10: 1, 13: 1, 14: 16, 17: 1, 18: 3, 22: 3, 24: 3, 29: 16}, map[int]float64{9: 16, 22: 14}, []int{15, 25}},
		// 8 elements: 6 steps a sort, of which 2 reverse blocks
		{"merge", []string{"levels = 15", "levels = 3", "sorts = 4", "sorts = 2"},
			map[int]float64{15: 16, 19: 12, 21: 12, 22: 4, 24: 8, 26: 12, 27: 12}, map[int]float64{27: 8}, []int{28}},
		{"ep", []string{"n = 2**13, batches = 2**8", "n = 2**3, batches = 4"},
			map[int]float64{22: 4, 24: 4, 25: 4, 26: 4, 34: 4, 35: 40, 43: 10, 60: 8, 62: 8, 67: 8}, map[int]float64{24: 8, 62: 8, 18: 80}, []int{27, 36}},
		// 7 grids of 2, 4, ... 128 points a side; the sections have (4 + 16 + ... + 16384)/7 elements
		{"multi", []string{"n = 1024", "n = 128", "cases = 5, sweeps = 32", "cases = 1, sweeps = 2"},
			map[int]float64{12: 1, 18: 1, 19: 7, 23: 14, 27: 7, 28: 6, 31: 6, 35: 6, 40: 7}, map[int]float64{12: 256 * 256, 23: 21844. / 7}, nil},
		{"tomcatv", []string{"n = 257, iterations = 100", "n = 9, iterations = 2"},
			map[int]float64{14: 81, 22: 2, 25: 14, 26: 98, 48: 98, 53: 98, 62: 14, 69: 84, 85: 98}, map[int]float64{18: 81}, nil},
	} {
		t.Run(c.kernel, func(t *testing.T) {
			data, err := os.ReadFile("../../testdata/arrayops/" + c.kernel + ".f90")
			if err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer(c.sizes...).Replace(string(data))
			if text == string(data) {
				t.Fatal("the sizes have not changed")
			}
			got := counted(t, c.kernel+".f90", text, fortran.Free)
			show := func(line int) string { return fmt.Sprintf("%d: %s", line, strings.Split(text, "\n")[line-1]) }
			for line, n := range c.want {
				if got[line][0] != n {
					t.Errorf("%s\n%g executions, want %g", show(line), got[line][0], n)
				}
			}
			for line, n := range c.sizeOf {
				if d := got[line][2] - n; d > .001 || d < -.001 {
					t.Errorf("%s\n%g elements, want %g", show(line), got[line][2], n)
				}
			}
			for _, line := range c.zero {
				if got[line][0] != 0 {
					t.Errorf("%s\nis counted", show(line))
				}
			}
		})
	}
}

// Masks, conditions, continuation lines, labels, names like those of intrinsics, and
// where programs end, by hand.
func TestPrograms(t *testing.T) {
	const fixed = `      program f
      integer i, k, a(6)
      data a /1,2,3,4,5,6/
      k = 0
      do 10 i = 1, 6
      if (a(i) .gt. 2 .and.
     &    a(i) .lt. 6) k = k + 1
 10   continue
      where (a .gt.
     1 4) a = 0
      if (k .ne. 3) stop 1
      goto 30
      k = 7
 30   k = k + 1
      stop
      end
`
	const free = `program f
  implicit none
  integer :: size, a(8), i
  size = 0
  a = [1, 2, 3, 4, 5, 6, 7, 8]
  where (a > & ! half
       & 4) a = 0
  outer: do i = 1, 3
    if (i == 2) then
      size = size + 1; size = size + 2
    else if (i == 3) then
      exit outer
    else
      size = f2(size)
    end if
  end do outer
  select case (i)
  case (3)
    size = 4
  end select
contains
  integer function f2(x)
    integer, intent(in) :: x
    f2 = x + 1
  end function f2
end program f
`
	for _, c := range []struct {
		name, text string
		form       fortran.Form
		want       map[int][2]float64
	}{
		{"odd-name.of a program.f", fixed, fortran.Fixed, map[int][2]float64{4: {1, 0}, 5: {1, 0}, 6: {6, .5}, 9: {1, 1. / 3}, 11: {1, 0}, 13: {0, 0}, 15: {1, 0}}},
		{"f.f90", free, fortran.Free, map[int][2]float64{4: {1, 0}, 6: {1, .5}, 8: {1, 0}, 9: {3, 1. / 3}, 10: {1, 0}, 12: {1, 0}, 14: {1, 0}, 19: {1, 0}, 24: {1, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := counted(t, c.name, c.text, c.form)
			for line, want := range c.want {
				if x := got[line]; x[0] != want[0] || x[1]-want[1] > 1e-6 || want[1]-x[1] > 1e-6 {
					t.Errorf("line %d: %g executions, %g true, want %v", line, x[0], x[1], want)
				}
			}
		})
	}
}

// Pure procedures count all the same, wherever they are called, and so does the body of
// a DO CONCURRENT, which may only call pure ones.
func TestPure(t *testing.T) {
	const text = `module m
contains
  pure real function twice(x)
    real, intent(in) :: x
    if (x > 2.5) then
      twice = 2*x
    else
      twice = x
    end if
  end function twice
  elemental subroutine add(x)
    real, intent(inout) :: x
    x = x + 1
  end subroutine add
  impure elemental subroutine show(x)
    real, intent(in) :: x
    print *, x
  end subroutine show
end module m
program p
  use m
  real :: a(4)
  integer :: i
  a = [1.0, 2.0, 3.0, 4.0]
  forall (i = 1:4) a(i) = twice(a(i))
  call add(a)
  do concurrent (i = 1:4)
    a(i) = a(i) + 1
  end do
  call show(a(1:2))
end program p
`
	got := counted(t, "pure.f90", text, fortran.Free)
	for line, want := range map[int][2]float64{5: {4, .5}, 6: {2, 0}, 8: {2, 0}, 13: {4, 0}, 17: {2, 0}, 25: {1, 0}, 27: {1, 0}, 28: {4, 0}} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if x := got[line]; x[0] != want[0] || x[1] != want[1] {
				t.Errorf("line %d: %v, want %v", line, x, want)
			}
		})
	}
}

// A unit without a place for the declaration of what counts is left alone, and told.
func TestNoPlaceToDeclare(t *testing.T) {
	text := source.NewText("pure real function f(x)\nreal, intent(in) :: x; f = x\nend function f\n")
	copied, problems := Copy(lower.Lower(fortran.Parse(text, fortran.Free)), text, fortran.Free, "p.f90", "c.csv")
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "f may only call pure procedures") || strings.Contains(copied, "call parlens_p_count(2") {
		t.Errorf("%v\n%s", problems, copied)
	}
}
