package elements

import (
	"strings"
	"testing"
)

// Variables of modules and COMMON blocks are the same in all units, whatever they
// are called there; what is stored in one is seen in the others.
func TestSharedValues(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"module", "module m\ninteger :: k = 7\nend module\nprogram p\nuse m\ninteger :: n\ncall add\nn = k\nend program\nsubroutine add\nuse m, only: mine => k\nmine = mine + 4\nend subroutine\n", "11"},
		{"module procedure", "module m\ninteger :: k = 7\ncontains\nsubroutine add\nk = k + 1\ncall twice\nend subroutine\nsubroutine twice\nk = 2*k\nend subroutine\nend module\nprogram p\nuse m\ninteger :: n\ncall add\nn = k\nend program\n", "16"},
		{"common", "program p\ninteger :: n, k, v(3)\ncommon /c/ v, k\nk = 5\nv = 2\ncall add\nn = k\nend program\nsubroutine add\ninteger :: w(3), m\ncommon /c/ w, m\nm = m + sum(w)\nend subroutine\n", "11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			counts, err := runText(t, c.text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := values(counts, "n"); got != c.want {
				t.Errorf("n is %s, want %s", got, c.want)
			}
		})
	}
}

// Arrays that the main program does not name are mapped as their units say, and a
// call holds the fetch of what it changes of them.
func TestSharedArrays(t *testing.T) {
	for _, c := range []struct{ stored, want string }{{"u", "3/3 0/0"}, {"v", "1/1 0/0"}} {
		t.Run(c.stored, func(t *testing.T) {
			common := "real :: u(8), v(8), w(8)\ncommon /f/ u, v, w\n!HPF$ DISTRIBUTE (BLOCK) :: u, v, w\n"
			text := "program p\ncall step\nend program\nsubroutine step\n" + common + "integer :: k\ndo k = 1, 3\nw(1:7) = u(2:8)\ncall set\nend do\nend subroutine\nsubroutine set\n" + common + c.stored + " = 1.0\nend subroutine\n"
			counts, err := runText(t, text, Options{Grid: []int{2}})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, counts.Lines[10], c.want)
		})
	}
}

func TestSharedOtherwise(t *testing.T) {
	for _, c := range []struct{ here, want string }{
		{"real :: u(4,2)\ncommon /f/ u\n!HPF$ DISTRIBUTE u(BLOCK,*)", "u is declared otherwise in another unit"},
		{"real :: u(8)\ncommon /f/ u\n!HPF$ DISTRIBUTE u(CYCLIC)", "u is mapped otherwise in another unit"},
	} {
		t.Run(c.want, func(t *testing.T) {
			text := "program p\nreal :: u(8)\ncommon /f/ u\n!HPF$ DISTRIBUTE u(BLOCK)\nu = 1\ncall s\nend program\nsubroutine s\n" + c.here + "\nu = 1\nend subroutine\n"
			if _, err := runText(t, text, Options{Grid: []int{2}}); err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
