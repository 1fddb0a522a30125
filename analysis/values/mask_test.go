package values

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// A mask counts the elements that the masks before it left.
func TestMasks(t *testing.T) {
	cases := []struct{ body, want string }{
		{"forall (i = 1:8) t(i) = i\nwhere (t > 6) t = 0", "2/8"},
		{"forall (i = 1:8) t(i) = i\nwhere (t > 6)\nt = 0\nelsewhere (t > 3)\nt = 1\nelsewhere\nt = 2\nend where", "2/8 3/6"},
		{"forall (i = 1:8) t(i) = i\nwhere (t(2:7) > 6) t(1:6) = 0", "1/6"},
		{"forall (i = 1:8) t(i) = i\ndo k = 1, 2\nwhere (t == k) t = 0\nend do", "2/16"},
		{"forall (i = 1:8, mod(i, 3) == 0) t(i) = i", "2/8"},
		{"forall (i = 1:8, j = 1:8, i < j) a(i) = 1.0", "28/64"},
		{"t = 1\nread *, t(3)\nwhere (t > 0) t = 0", "?"},
		{"where (a > 0) a = 0", "?"},
		{"t = 1\nwhere (t > 0)\nt = 0\nelsewhere (a(1:8) > 0)\nt = 1\nend where", "8/8 0/0"},
		{"t = 1\nread *, n\nwhere (t > n)\nt = 0\nelsewhere (t > 0)\nt = 1\nend where", "? ?"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u, r := run(t, c.body, Options{})
			if got := shares(u, r); got != c.want {
				t.Errorf("%s: %s, want %s", c.body, got, c.want)
			}
		})
	}
}

// shares shows for how many elements the masks of a unit hold.
func shares(u *program.Unit, r *Result) string {
	out := ""
	mask := func(e program.Expr) {
		if e == nil {
			return
		}
		c := r.counts[e.Span()]
		switch {
		case c == nil || c.unknown:
			out += " ?"
		default:
			out += fmt.Sprintf(" %g/%g", c.Happened, c.Came)
		}
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Where:
			for _, b := range s.Branches {
				mask(b.Mask)
			}
		case *program.Forall:
			mask(s.Mask)
		}
		return true
	})
	return out[1:]
}
