package advise

import (
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Where shadows lie around blocks no cycles are proposed, neither for the program nor on the
// directive: the neighbours' elements would be wrong ones.
func TestShadowsKeepBlocks(t *testing.T) {
	const text = `program main
  integer, parameter :: n = 64
  real(8) :: a(n,n), b(n,n)
  integer :: i, j
!$xmp nodes p(4)
!$xmp template t(n,n)
!$xmp distribute t(block,*) onto p
!$xmp align a(i,j) with t(i,j)
!$xmp align b(i,j) with t(i,j)
!$xmp shadow a(1,1)
!$xmp reflect (a)
!$xmp loop (i,j) on t(i,j)
  do j = 2, n-1
    do i = 2, n-1
      b(i,j) = a(i-1,j) + a(i,j-1)
    end do
  end do
end program
`
	s := settings.Settings{Machine: "cluster"}
	var labels []string
	for _, p := range advised(t, text, s, DefaultEffort).Proposals {
		labels = append(labels, p.Label)
	}
	for _, o := range options(t, "/w/p.f90", text, 7, s) {
		labels = append(labels, o.Label)
	}
	if len(labels) < 2 || slices.ContainsFunc(labels, func(l string) bool { return strings.Contains(strings.ToUpper(l), "CYCLIC") }) {
		t.Errorf("%q", labels)
	}
}

const triangle = `program main
  integer, parameter :: n = 512
  real(8) :: a(n,n), s(n), x(n)
  integer :: i, j
!$xmp nodes p(8)
!$xmp template t(n)
!$xmp distribute t(block) onto p
!$xmp align a(*,j) with t(j)
!$xmp align s(j) with t(j)
  x = 1
!$xmp loop on t(j)
  do j = 1, n
    s(j) = 0
    do i = 1, j
      s(j) = s(j) + a(i,j)*x(i)
    end do
  end do
end program
`

// A triangle is dealt out in turn in XcalableMP, where nothing has a shadow: the work is even
// then. DVM has no such format.
func TestCyclesWithoutShadows(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	if p := advised(t, triangle, s, DefaultEffort).Proposals; len(p) == 0 || p[0].Label != "DISTRIBUTE t (CYCLIC)" || p[0].Gain() < 1.5 {
		t.Errorf("%+v", p)
	}
	if o := options(t, "/w/p.f90", triangle, 7, s); len(o) == 0 || o[0].Label != "DISTRIBUTE (CYCLIC)" {
		t.Errorf("%+v", o)
	}
	dvm := strings.NewReplacer("!$xmp nodes p", "!dvm$ processors p", "!$xmp loop on t(j)", "!dvm$ parallel (j) on s(j)", "!$xmp", "!dvm$").Replace(triangle)
	for _, p := range advised(t, dvm, s, DefaultEffort).Proposals {
		t.Errorf("in DVM: %s", p.Label)
	}
	if o := options(t, "/w/p.f90", dvm, 7, s); len(o) > 0 {
		t.Errorf("in DVM: %+v", o)
	}
}

// A program that reads elements which no directive brings has a time without them: the advice says so.
func TestAdviceOnWhatIsWrong(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	wrong := strings.Replace(triangle, "a(i,j)*x(i)", "a(i,j)*s(513-j)", 1)
	for text, want := range map[string]bool{triangle: false, wrong: true} {
		t.Run(text, func(t *testing.T) {
			told := slices.ContainsFunc(advised(t, text, s, DefaultEffort).Hints, func(h string) bool {
				return strings.Contains(h, "references that no directive makes local: 1 with")
			})
			if told != want {
				t.Errorf("told: %v, in\n%s", told, text)
			}
		})
	}
}
