package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What stands behind a condition that may have mapped an array anew takes, line by line,
// what it takes in the programs in which it always or never has, by the share of each.
func TestForkedLines(t *testing.T) {
	const text = `program x
real :: a(64,64), s
integer :: i, j, k
!HPF$ PROCESSORS pr(4)
!HPF$ DYNAMIC a
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO pr
read *, s
if (s > 0.0) then
!HPF$ REDISTRIBUTE a(*,BLOCK) ONTO pr
end if
do k = 1, 9
do j = 2, 64
do i = 2, 64
a(i,j) = a(i-1,j) * 2.0
end do
end do
end do
if (s > 0.0) then
!HPF$ REDISTRIBUTE a(BLOCK,*) ONTO pr
end if
a = cshift(a, 1, 2)
end program
`
	times := func(text string, weight float64) (map[int]float64, []string) {
		r := reportOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"weight1": weight}})
		lines := map[int]float64{}
		for _, l := range r.Units[0].Lines {
			if l.NoEstimate != "" {
				t.Errorf("line %d: %s", l.Line, l.NoEstimate)
			}
			lines[l.Line] = l.Charge.Total()
		}
		var names []string
		for _, x := range r.Units[0].Assumptions {
			names = append(names, x.Name)
		}
		return lines, names
	}
	never, _ := times(text, 0)
	always, _ := times(text, 1)
	for _, weight := range []float64{0.25, 0.5} {
		t.Run(fmt.Sprint(weight), func(t *testing.T) {
			some, names := times(text, weight)
			for line, got := range some {
				if want := never[line] + weight*(always[line]-never[line]); line > 10 && math.Abs(got-want) > 1e-9*want {
					t.Errorf("line %d: %g s, want %g", line, got, want)
				}
			}
			if strings.Contains(strings.Join(names, " "), "weight2") {
				t.Errorf("%s are assumed, though both conditions are one", names)
			}
		})
	}
	moves := strings.NewReplacer("if (s > 0.0) then", "", "end if", "")
	plain, _ := times(moves.Replace(text), 0)
	still, _ := times(moves.Replace(strings.ReplaceAll(text, "!HPF$ REDIS", "! REDIS")), 0)
	for _, c := range []struct {
		holds     string
		got, want map[int]float64
	}{{"always", always, plain}, {"never", never, still}} {
		t.Run(c.holds, func(t *testing.T) {
			for line, want := range c.want {
				if got := c.got[line]; line > 8 && math.Abs(got-want) > 1e-9*want {
					t.Errorf("line %d: %g s, want %g", line, got, want)
				}
			}
		})
	}
}

// What cannot be followed is said where it begins: which mapping the next iteration of a
// loop finds, or what stands behind statements that a jump passes by.
func TestForksThatAreNotFollowed(t *testing.T) {
	for body, want := range map[string]string{
		"if (mod(k,2) == 0) then\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\nend if\na = a + 1.0":                                         "in the next iteration depends",
		"if (a(k) > 0.0) goto 5\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n5 continue\na = a + 1.0\n!HPF$ REDISTRIBUTE a(BLOCK) ONTO pr": "after this depends",
	} {
		t.Run(want, func(t *testing.T) {
			text := "program x\nreal :: a(64)\ninteger :: k\n!HPF$ PROCESSORS pr(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\ndo k = 1, 9\n" + body + "\nend do\nend program\n"
			r := reportOf(t, "x.f90", text, settings.Settings{})
			var said []string
			for _, l := range r.Units[0].Lines {
				if l.NoEstimate != "" {
					said = append(said, l.NoEstimate)
				}
			}
			if len(said) != 1 || !strings.Contains(said[0], want) {
				t.Errorf("%s\n%q, want one that says %q", body, said, want)
			}
		})
	}
}
