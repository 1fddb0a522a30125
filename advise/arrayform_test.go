package advise

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const loopHead = `program p
integer, parameter :: n = 1024
real :: a(n), b(n), c(n), x(64,64), y(64,64), s
integer :: i, j, k(n)
`

// What becomes of loops, and which stay as they are.
func TestArrayForm(t *testing.T) {
	for _, c := range []struct{ name, loop, want string }{
		{"copy", "do i = 1, n\n  a(i) = b(i)\nend do", "a(1:n) = b(1:n)"},
		{"moved", "do i = 2, n-1\na(i) = 0.5*(b(i-1) + b(1+i)) - s\nenddo", "a(2:n-1) = 0.5*(b(1:n-2) + b(3:n)) - s"},
		{"a stride", "do i = 1, n-1, 2\na(i) = b(i+1)\nend do", "a(1:n-1:2) = b(2:n:2)"},
		{"two statements", "do i = 1, n\na(i) = b(i)\nc(i) = a(i)*2\nend do", "a(1:n) = b(1:n)\nc(1:n) = a(1:n)*2"},
		{"two dimensions", "do j = 2, 63\n do i = 1, 64\n  x(i,j) = sqrt(y(i,j-1)) + a(5)\n end do\nend do", "x(1:64,2:63) = sqrt(y(1:64,1:62)) + a(5)"},
		{"a row", "do i = 1, 64\nx(3,i) = a(i)\nend do", "x(3,1:64) = a(1:64)"},
		{"a recurrence", "do i = 2, n\na(i) = a(i-1)\nend do", ""},
		{"transposed", "do j = 1, 64\ndo i = 1, 64\nx(i,j) = y(j,i)\nend do\nend do", ""},
		{"spread", "do j = 1, 64\ndo i = 1, 64\nx(i,j) = a(i)\nend do\nend do", ""},
		{"the index as a value", "do i = 1, n\na(i) = i\nend do", ""},
		{"by an index array", "do i = 1, n\na(i) = b(k(i))\nend do", ""},
		{"a sum", "do i = 1, n\ns = s + a(i)\nend do", ""},
		{"the index afterwards", "do i = 1, n\na(i) = b(i)\nend do\nprint *, i", ""},
		{"the index of another loop", "do i = 1, n\na(i) = b(i)\nend do\ndo i = 1, n\nb(i) = a(i)\nend do", "a(1:n) = b(1:n)"},
		{"a condition", "do i = 1, n\nif (b(i) > 0) a(i) = b(i)\nend do", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := loopHead + c.loop + "\nend program\n"
			got := options(t, "p.f90", text, 5, settings.Settings{Machine: "cm5-cmf"})
			if c.want == "" {
				if len(got) > 0 {
					t.Errorf("it becomes %s", got[0].Edits[0].New)
				}
				return
			}
			if len(got) != 1 || got[0].Edits[0].New != c.want {
				t.Fatalf("%+v, want %s", got, c.want)
			}
			if got[0].After >= got[0].Before {
				t.Errorf("%s", got[0].Title())
			}
		})
	}
}

// The prediction of the option is that of the text that it makes, and directives,
// which move nothing on these machines, have none.
func TestArrayOptionIsPredicted(t *testing.T) {
	s := settings.Settings{Machine: "cm5-cmf"}
	const text = loopHead + "!hpf$ distribute a(block)\ndo i = 1, n\n  a(i) = b(i)\nend do\nend program\n"
	got := options(t, "p.f90", text, 6, s)
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	changed := strings.Replace(text, "do i = 1, n\n  a(i) = b(i)\nend do", got[0].Edits[0].New, 1)
	if after := timeOf(t, "p.f90", changed, s); after != got[0].After {
		t.Errorf("%g, and %g of the text", got[0].After, after)
	}
	if got := options(t, "p.f90", text, 5, s); len(got) > 0 {
		t.Errorf("a directive has %+v", got)
	}
}
