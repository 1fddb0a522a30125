package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// far is a program that calls a short procedure and a long one.
var far = `program main
real :: a(100)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
call near(a, 2)
call long(a)
end program main
subroutine near(a, n)
real :: a(100)
!HPF$ INHERIT a
do i = 1, n
a = a + 1.0
end do
end subroutine near
subroutine long(a)
real :: a(100)
!HPF$ INHERIT a
a = a * 2.0
` + strings.Repeat("! what it does\n", 2*settings.SoonReach) + `end subroutine long
`

// What lies too far is left out and said, and a whole answer has it.
func TestReach(t *testing.T) {
	const all, little = 10 * settings.SoonReach, settings.SoonReach
	for _, c := range []struct {
		name           string
		reach          int
		soon           bool
		cut, long, two bool // more will come; the long procedure's time is there; the short one has its caller's n
	}{
		{"everything", 0, false, false, true, true},
		{"enough", all, false, false, true, true},
		{"little", little, false, false, false, false},
		{"soon", all, true, true, false, false},
		{"soon, of everything", 0, true, true, false, false},
		{"soon, and no more", little, true, false, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workspace.New(texts.FS{})
			w.Open("x.f90", "", 0, far)
			s := settings.Settings{Reach: c.reach, Soon: c.soon}
			look := func(s settings.Settings, cut, long, two bool) {
				t.Helper()
				r, err := File(context.Background(), w.Snapshot(), "x.f90", s)
				if err != nil {
					t.Fatal(err)
				}
				if r.Cut != cut {
					t.Errorf("%+v: cut is %t", s, r.Cut)
				}
				if why := lineOf(r.Units[0], 6).NoEstimate; (why == "") != long || !long && !strings.Contains(why, "more than 250 lines") {
					t.Errorf("%+v: of the long procedure it says %q", s, why)
				}
				if callers := r.Units[1].Callers; (len(callers) == 1) != two {
					t.Errorf("%+v: callers %+v", s, callers)
				}
			}
			look(s, c.cut, c.long, c.two)
			if c.cut {
				look(s.Whole(), false, true, true)
				look(s, false, true, true) // which is known from now on
			}
		})
	}
}
