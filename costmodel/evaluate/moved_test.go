package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Bytes that a line reads and stores, by hand: 100 elements on one processor, 25 on each
// of four.
func TestMovedBytes(t *testing.T) {
	for _, c := range []struct {
		line  string
		procs int
		want  float64
	}{
		{"a(1:100) = b(1:100)*c(1:100)", 1, 100 * 12},
		{"x(1:100) = y(1:100)*z(1:100)", 1, 100 * 24},
		{"a(1:100) = x(1:100)", 1, 100 * 12},
		{"x(1:100) = a(1:100) + 2.0*b(1:100)", 1, 100 * 16},
		{"s = 3.0", 1, 0},
		{"a(1:100) = b(1:100)*c(1:100)", 4, 25 * 12},
		{"k(1:100) = m(1:100)", 1, 100 * 4},
	} {
		t.Run(c.line, func(t *testing.T) {
			u := unitOf(t, "x.f90", "program p\nreal(4) :: a(100), b(100), c(100), s\nreal(8) :: x(100), y(100), z(100)\ninteger(2) :: k(100), m(100)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b, c, x, y, z, k, m\n"+c.line+"\nend program\n", settings.Settings{Procs: c.procs})
			if l := u.Lines[len(u.Lines)-1]; l.Moved != c.want {
				t.Errorf("line %d moves %v bytes, want %v", l.Line, l.Moved, c.want)
			}
		})
	}
}
