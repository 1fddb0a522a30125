package advise

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A loop that stores to one array what it reads at a stride of another one asks for that
// alignment: with it nothing moves where the element that is meant is the own one. It is written
// in the place of the array's own DISTRIBUTE, in both source forms, and takes what is promised.
func TestStridedAlignments(t *testing.T) {
	const text = `program halves
  integer, parameter :: n = 4000
  real :: fine(2*n+100), coarse(n)
  integer :: i, k
!hpf$ processors p(8)
!hpf$ distribute fine(block) onto p
!hpf$ %s
  do k = 1, 100
    do i = %s
      coarse(%s) = %s
    end do
  end do
end program
`
	for _, c := range []struct {
		directive, bounds, stored, value string
		want                             []string
		local                            bool // with the first one
	}{
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(2*i)", []string{"align coarse(i) with fine(2*i)"}, true},
		{"DISTRIBUTE coarse(cyclic) ONTO p", "1, n", "i", "fine(2*i-1)", []string{"ALIGN coarse(i) WITH fine(2*i-1)"}, true},
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(1+i*2)", []string{"align coarse(i) with fine(2*i+1)"}, true},
		{"distribute coarse(cyclic) onto p", "2, n", "i-1", "fine(2*i)", []string{"align coarse(i) with fine(2*i+2)"}, true},
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(2*i) + fine(2*i-1)", []string{"align coarse(i) with fine(2*i)", "align coarse(i) with fine(2*i-1)"}, false},
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(i)", nil, false},
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(2*n+2-2*i)", nil, false},
		{"distribute coarse(cyclic) onto p", "1, n", "i", "fine(2*k)", nil, false},
		{"distribute (cyclic) onto p :: coarse ! here", "1, n", "i", "fine(2*i)", []string{"align coarse(i) with fine(2*i)"}, true},
		{"align coarse(i) with fine(i)", "1, n", "i", "fine(2*i)", nil, false},
	} {
		free := fmt.Sprintf(text, c.directive, c.bounds, c.stored, c.value)
		fixed := strings.ReplaceAll("      "+strings.ReplaceAll(free, "\n", "\n      "), "      !hpf$", "CHPF$")
		for path, text := range map[string]string{"/w/p.f90": free, "/w/p.f": fixed} {
			t.Run(fmt.Sprint(path, c.directive, c.stored, c.value), func(t *testing.T) {
				snap := snapshot(path, text)
				s, err := searched(context.Background(), snap, path, settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, u := range s.times.units {
					w := loopWriter{placed: u, program: s.program}
					for _, x := range w.all(func(int, int) float64 { return 1 }) {
						if !strings.HasPrefix(strings.ToLower(x.label), "align") {
							continue
						}
						got = append(got, x.label)
						promised(t, snap, s, edited{x.label, x.changes(), nil, false})
						o, err := s.measure(context.Background(), x.changes())
						if err != nil {
							t.Fatal(err)
						}
						if c.local && o.report.Charge.Communication != 0 {
							t.Errorf("%s: %g s of communication", x.label, o.report.Charge.Communication)
						}
					}
				}
				if strings.Join(got, ";") != strings.Join(c.want, ";") {
					t.Errorf("%q, wanted %q", got, c.want)
				}
			})
		}
	}
}

// It is offered where it is a gain, once, though two loops ask for it.
func TestStridedAlignmentIsOffered(t *testing.T) {
	const loop = "do i = 1, n\ncoarse(i) = coarse(i) + fine(2*i)\nend do\n"
	a := advised(t, "program p\ninteger, parameter :: n = 4000\nreal :: fine(2*n+100), coarse(n)\n!HPF$ PROCESSORS q(8)\n!HPF$ DISTRIBUTE fine(BLOCK) ONTO q\n!HPF$ DISTRIBUTE coarse(CYCLIC) ONTO q\n"+loop+loop+"end program\n", settings.Settings{Machine: "cluster"}, Effort{Predictions: 6, Most: 2})
	if len(a.Loops) == 0 || a.Loops[0].Label != "ALIGN coarse(i) WITH fine(2*i)" || a.Loops[0].Gain() < 1 {
		t.Fatalf("%+v", a.Loops)
	}
	for _, p := range a.Loops[1:] {
		if p.Label == a.Loops[0].Label {
			t.Errorf("%s is offered twice", p.Label)
		}
	}
}

// So do assignments of sections and of whole arrays; a directive that maps other arrays too keeps
// these.
func TestStridedAlignmentsOfSections(t *testing.T) {
	for _, c := range []struct{ directive, statement, label, written string }{
		{"DISTRIBUTE coarse(CYCLIC)", "coarse = fine(2:2*n:2)", "ALIGN coarse(i) WITH fine(2*i)", ""},
		{"DISTRIBUTE coarse(CYCLIC)", "coarse(:) = 2.0*fine(1:2*n-1:2)", "ALIGN coarse(i) WITH fine(2*i-1)", ""},
		{"DISTRIBUTE coarse(CYCLIC)", "coarse(3:n) = fine(0:3*(n-3):3)", "ALIGN coarse(i) WITH fine(3*i-9)", ""},
		{"DISTRIBUTE coarse(CYCLIC)", "coarse(1:n:2) = fine(2:2*n:4)", "", ""},
		{"DISTRIBUTE coarse(CYCLIC)", "coarse(1:n) = fine(0:n-1)", "", ""},
		{"DISTRIBUTE (CYCLIC) :: more, coarse, other", "coarse = fine(2:2*n:2)", "ALIGN coarse(i) WITH fine(2*i)", "!HPF$ DISTRIBUTE (CYCLIC) :: more, other\n!HPF$ ALIGN coarse(i) WITH fine(2*i)\n"},
		{"DISTRIBUTE (*,CYCLIC) :: coarse2, other2", "coarse2 = fine2(:,2:2*n:2)", "ALIGN coarse2(i,j) WITH fine2(i,2*j)", "!HPF$ DISTRIBUTE (*,CYCLIC) :: other2\n!HPF$ ALIGN coarse2(i,j) WITH fine2(i,2*j)\n"},
		{"DISTRIBUTE (*,CYCLIC) :: coarse2, other2", "coarse2(j,:) = fine2(j,2:2*n:2)", "", ""},
	} {
		t.Run(c.directive+c.statement, func(t *testing.T) {
			text := "program p\ninteger, parameter :: n = 400\ninteger :: j = 1\nreal :: fine(0:3*n), coarse(n), more(n), other(n), fine2(4,2*n), coarse2(4,n), other2(4,n)\n!HPF$ PROCESSORS q(8)\n!HPF$ DISTRIBUTE fine(BLOCK)\n!HPF$ DISTRIBUTE fine2(*,BLOCK)\n!HPF$ " + c.directive + "\n" + c.statement + "\nmore = other\nother2 = 1\nend program\n"
			snap := snapshot("/w/p.f90", text)
			s, err := searched(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
			if err != nil {
				t.Fatal(err)
			}
			w := loopWriter{placed: s.times.units[0], program: s.program}
			var got []string
			for _, x := range w.all(func(int, int) float64 { return 1 }) {
				got = append(got, x.label)
				promised(t, snap, s, edited{x.label, x.changes(), nil, false})
				changed, err := s.changed(x.changes())
				if err != nil {
					t.Fatal(err)
				}
				if f, err := changed.File("/w/p.f90"); err != nil || !strings.Contains(f.Text.String(), c.written) {
					t.Errorf("%v: %s", err, f.Text.String())
				}
			}
			if strings.Join(got, ";") != c.label {
				t.Errorf("%q", got)
			}
		})
	}
}
