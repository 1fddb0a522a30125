package main

import (
	"strings"
	"testing"
)

// Whatever shows times of a program says what is wrong with it, and ends with status 1 for an
// error; a file that is not found is told as well, and fails where warnings do.
func TestTimesOfWrongPrograms(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	program := func(declared, value string) string {
		return "program a\n" + declared + "  real :: x(100)\n  integer :: i\n  do i = 1, 100\n    x(i) = " + value + "\n  end do\n  x = 2.0\nend program\n"
	}
	putFiles(t, root, map[string]string{
		"right.f90": program("", "1.0"), "syntax.f90": program("", "((i"), "lacking.f90": program("  include 'absent.h'\n", "1.0"),
		"remote.f90": "program a\n  real :: x(100), y(100)\n  integer :: i\n!$xmp nodes p(4)\n!$xmp template t(100)\n!$xmp distribute t(cyclic) onto p\n!$xmp align (i) with t(i) :: x, y\n!$xmp shadow x(1)\n!$xmp reflect (x)\n!$xmp loop on t(i)\n  do i = 2, 100\n    y(i) = x(i-1)\n  end do\nend program\n",
		"b.toml":     "[[budget]]\nunit = \"a\"\ntime = \"1 s\"\n",
	})
	commands := []string{
		"predict FILE --unit a", "whatif FILE --over P=1,2", "compare FILE right.f90", "trace FILE", "advise FILE", "diff right.f90 FILE", "check FILE --budget b.toml",
		"timeline FILE", "graph FILE", "explain FILE", "report FILE -o page.html",
	}
	for _, c := range []struct {
		file, says string
		status     int
	}{
		{"right.f90", "", predicted},
		{"syntax.f90", "syntax.f90:5:", nothing},
		{"remote.f90", "remote.f90:12:", nothing}, // which is found with the times
		{"lacking.f90", "absent.h is not found", predicted},
	} {
		for _, line := range commands {
			if c.file == "remote.f90" && strings.HasPrefix(line, "explain") {
				continue // it shows no times
			}
			t.Run(line+" "+c.file, func(t *testing.T) {
				got := command(strings.Fields(strings.ReplaceAll(line, "FILE", c.file))...)
				if got.status != c.status || !strings.Contains(got.err+got.out, c.says) || got.out == "" && !strings.Contains(line, "-o") && !strings.Contains(line, "check") {
					t.Errorf("%+v", got)
				}
				if lacks := strings.Contains(got.err, "the times lack what it leaves out"); lacks != (c.says != "") && !strings.HasPrefix(line, "explain") {
					t.Errorf("the times lack something: %v", lacks)
				}
			})
		}
	}
	for line, want := range map[string]int{
		"check lacking.f90 --budget b.toml --strict": nothing,
		"diff syntax.f90 right.f90":                  predicted, // the change puts it right
	} {
		t.Run(line, func(t *testing.T) {
			if got := command(strings.Fields(line)...); got.status != want {
				t.Errorf("%+v", got)
			}
		})
	}
}
