package depend

import (
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// TestNeeded: whether what the first loop leaves in t may be read.
func TestNeeded(t *testing.T) {
	const loop = "do i = 1, n; t = b(i); c(i) = t; end do; "
	for _, c := range []struct {
		body string
		want bool
	}{
		{loop, false},
		{loop + "t = 1; x = t", false},
		{loop + "x = t", true},
		{loop + "c(int(t)) = 1", true},
		{loop + "if (x > 0) then; t = 1; end if; x = t", true},
		{loop + "if (x > 0) then; t = 1; else; t = 2; end if; x = t", false},
		{loop + "do j = 1, n; t = c(j); b(j) = t; end do", false},
		{loop + "do j = 1, n; b(j) = t; t = c(j); end do", true},
		{loop + "do j = 1, n; t = 1; end do; x = t", true},
		{loop + "print *, T", true},
		{loop + "print *, x, 't'", false},
		{loop + "call f(t)", true},
		{loop + "call f(x)", false},
		{"do k = 1, 9; " + loop + "end do", false},
		{"do k = 1, 9; x = t; " + loop + "end do", true},
		{"do k = 1, 9; t = 1; x = t; " + loop + "end do", false},
		{"do k = 1, 9; t = 1; x = t; " + loop + "end do; x = t", true},
		{"if (x > 0) then; " + loop + "else; x = t; end if", false},
	} {
		t.Run(c.body, func(t *testing.T) {
			r := analyzed(t, c.body, Options{})
			var do *program.Do
			program.Statements(r.unit.Body, func(s program.Stmt) bool {
				if d, ok := s.(*program.Do); ok && do == nil && d.Var.Name == "i" {
					do = d
				}
				return true
			})
			if got := r.Needed(do, r.unit.Lookup("t")); got != c.want {
				t.Errorf("%s: %v, want %v", c.body, got, c.want)
			}
		})
	}
}
