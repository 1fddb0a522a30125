package advise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const readAcross = `program main
integer, parameter :: n = 400
real(8) :: a(n,n), b(n,n)
integer :: i, j, it
!HPF$ PROCESSORS p(16)
%s
a = 1
b = 2
do it = 1, 20
  do j = 1, n
    do i = 1, n
      a(i,j) = a(i,j) + 0.5d0*b(j,i)
    end do
  end do
end do
print *, a(1,1)
end program
`

// Arrays that directives tie together the wrong way are mapped anew: b is read across a, and
// nothing moves with its other dimension distributed. The edit leaves no old directive and
// takes the time that it promises.
func TestArraysThatAreTiedTogetherAreMappedAnew(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	for _, directives := range []string{
		"!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b",
		"!HPF$ DISTRIBUTE a(*,BLOCK) ONTO p\n!HPF$ ALIGN b(i,j) &\n!HPF$&  WITH a(i,j)",
	} {
		t.Run(directives, func(t *testing.T) {
			text := fmt.Sprintf(readAcross, directives)
			a := advised(t, text, s, Effort{Predictions: 80, Most: 3})
			best := a.Proposals[0]
			if !strings.HasSuffix(best.Label, "in the place of all directives") || best.Gain() < 2 || !a.Concerns(best, "/w/p.f90", 6) {
				t.Fatalf("%s, %v", best.Label, best.Gain())
			}
			f, _ := snapshot("/w/p.f90", text).File("/w/p.f90")
			changed, err := f.Text.Apply(best.Changes[0].Edits...)
			if err != nil {
				t.Fatal(err)
			}
			now := timeOf(t, "/w/p.f90", changed.String(), s)
			if old := strings.Contains(changed.String(), "ALIGN") || strings.Contains(changed.String(), "ONTO p"); old && !strings.Contains(changed.String(), "ONTO procs") || !near(now, best.Time) {
				t.Errorf("promised %v, it is %v\n%s", best.Time, now, changed)
			}
			if strings.Count(changed.String(), "\n") != strings.Count(fmt.Sprintf(readAcross, ""), "\n")+1 {
				t.Errorf("old directives are left\n%s", changed)
			}
		})
	}
}

// What computes nearly all the time, moves arrays on the way, or asks for every
// communication is not mapped anew.
func TestWhatIsNotMappedAnew(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	for name, text := range map[string]string{
		"computing":    strings.Replace(fmt.Sprintf(readAcross, "!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b"), "b(j,i)", "sin(exp(b(i,j)))", 1),
		"redistribute": strings.Replace(fmt.Sprintf(readAcross, "!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b"), "b = 2", "b = 2\n!HPF$ REDISTRIBUTE a(BLOCK,*) ONTO p", 1),
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range advised(t, text, s, Effort{Predictions: 80, Most: 3}).Proposals {
				if strings.Contains(p.Label, "in the place") {
					t.Error(p.Label)
				}
			}
		})
	}
}
