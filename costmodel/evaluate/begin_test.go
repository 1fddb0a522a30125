package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A dummy that a procedure changes has the value of the call at its beginning only: 3 + 2 = 5 and 7
// more behind the call that adds them. What it hands on from one call to the next is 0, 5 and 10 in
// three calls, 5 in the mean. All of it follows from the program: nobody is asked.
func TestDummiesThatProceduresChange(t *testing.T) {
	const loop = "do i = 1, a\nc(i) = c(i) + 1.0\nend do\n"
	for _, c := range []struct {
		name, text string
		executions map[int]float64
	}{
		{"in the procedure", "program x\ninteger k\nk = 3\ncall s(k)\nend program\nsubroutine s(a)\ninteger a, i\nreal c(100)\na = a + 2\n" + loop + "call inc(a)\n" + loop + "end subroutine\nsubroutine inc(b)\ninteger b\nb = b + 7\nend subroutine\n", map[int]float64{11: 5, 15: 12}},
		{"from call to call", "program x\ninteger k\nk = 0\ncall t(k)\nend program\nsubroutine t(b)\ninteger b\ncall s(b)\ncall s(b)\ncall s(b)\nend subroutine\nsubroutine s(a)\ninteger a, i\nreal c(100)\n" + loop + "a = a + 5\nend subroutine\n", map[int]float64{16: 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{})
			for line, want := range c.executions {
				if got := lineIn(r, line).Executions; got != want {
					t.Errorf("line %d is executed %v times, want %v", line, got, want)
				}
			}
			for _, d := range r.Diagnostics {
				t.Error(d.Message)
			}
		})
	}
}
