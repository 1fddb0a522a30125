package evaluate

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

const textual = `program p
%s
integer i
real x
x = 0
%s
do i = 1, 10
x = x + i
end do
end if
end program
subroutine choose(name)
character(len=8) name
name = 'slow'
end subroutine
`

// What a text decides is known where the text is.
func TestTextsDecide(t *testing.T) {
	for _, c := range []struct {
		declared, condition string
		share               float64
		known               bool
	}{
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode == 'fast') then", 1, true},
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode /= 'fast') then", 0, true},
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode == 'fast  ') then", 1, true},
		{"character(len=8) :: mode", "mode = 'fast'\nif (trim(mode) == 'fast') then", 1, true},
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode == 'faster') then", 0, true},
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode < 'slow') then", 1, true},
		{"character(len=2) :: mode", "mode = 'fast'\nif (mode == 'fa') then", 1, true},
		{"character(len=8) :: mode", "mode = 'fastest'\nif (mode == 'fasters') then", 0, true},
		{"character :: class", "class = 'A'\nif (class == 'S' .or. class == 'A') then", 1, true},
		{"character*3 :: class = 'ABCD'", "if (class == 'ABC') then", 1, true},
		{"character(len=*), parameter :: mode = 'fast'", "if (mode == 'fast') then", 1, true},
		{"character(len=4) :: modes(2)", "modes(1) = 'fast'\nmodes(2) = 'slow'\nif (modes(2) == 'slow') then", 1, true},
		{"character(len=8) :: mode", "mode = 'fast'\ncall choose(mode)\nif (mode == 'fast') then", 0, true},
		{"character(len=8) :: mode", "mode = 'it''s'\nif (mode == \"it's\") then", 1, true},
		{"character(len=20) :: mode", "mode = 'conservative'\nif (mode == 'conservative') then", 1, true},
		{"character(len=20) :: mode", "mode = 'conservative'\nif (mode /= 'cons') then", 1, true},
		// what is not followed
		{"character :: mode", "mode = 'fast'\nif (mode == 'fast') then", 0, false},
		{"character(len=n) :: mode", "mode = 'fast'\nif (mode == 'fast') then", 0, false},
		{"character(len=20) :: mode", "mode = 'conservative'\nif (mode < 'conservatory') then", 0, false},
		{"character(len=10) :: mode", "mode = 'conservative'\nif (mode == 'conservati') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fast'\nmode(1:1) = 'l'\nif (mode == 'fast') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fast'\nread *, mode\nif (mode == 'fast') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fast'\nwrite (mode, '(i3)') 7\nif (mode == 'fast') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fa' // 'st'\nif (mode == 'fast') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fast'\ncall unseen(mode)\nif (mode == 'fast') then", 0, false},
		{"character(len=8) :: mode", "mode = 'fast'\nif (mode(1:2) == 'fa') then", 0, false},
	} {
		t.Run(c.declared+"/"+c.condition, func(t *testing.T) {
			u := reportOf(t, "p.f90", fmt.Sprintf(textual, c.declared, c.condition), settings.Settings{Machine: "cluster"}).Units[0]
			for _, a := range u.Assumptions {
				if a.Name != "weight1" {
					continue
				}
				if known := a.Provenance == report.Traced; known != c.known || known && a.Value != fmt.Sprint(c.share) {
					t.Errorf("%+v", a)
				}
				return
			}
			t.Error("there is no weight")
		})
	}
}
