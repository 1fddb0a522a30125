package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What a directive moves is moved each time that the program comes to it: of 8 columns of 16
// elements on 4 processors, each goes to the 3 others by itself, 4 elements to each.
func TestGmoveMovesWhereItStands(t *testing.T) {
	for _, c := range []struct {
		name, body      string
		messages, bytes float64
	}{
		{"in a loop", "do k = 1, 8\n!$XMP GMOVE\nb(:,k) = a(:,k)\nend do\n", 24, 8 * 12 * 4},
		{"outside of loops", "do k = 1, 1\nend do\n!$XMP GMOVE\nb(:,1:8) = a(:,1:8)\n", 12, 8 * 12 * 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", "program p\nreal :: a(16,8), b(16,8)\ninteger k\n!$XMP NODES q(4)\n!$XMP TEMPLATE r(16)\n!$XMP TEMPLATE s(8)\n!$XMP DISTRIBUTE r(BLOCK) ONTO q\n!$XMP DISTRIBUTE s(BLOCK) ONTO q\n!$XMP ALIGN b(i,*) WITH r(i)\n!$XMP ALIGN a(*,j) WITH s(j)\n"+c.body+"end program\n", settings.Settings{})
			messages, bytes := 0.0, 0.0
			for _, l := range r.Units[0].Lines {
				for _, x := range l.Comms {
					messages, bytes = messages+x.TotalMessages, bytes+x.TotalBytes
				}
			}
			if messages != c.messages || bytes != c.bytes {
				t.Errorf("%g messages of %g bytes in all, want %g and %g", messages, bytes, c.messages, c.bytes)
			}
		})
	}
}
