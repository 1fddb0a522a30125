package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Outside of INDEPENDENT loops a call works where its arrays lie, too: y(8,8) has 2 columns on
// each of 4 processors in a row, c(8,8,8) 4 planes on each column of 2x2. Of the columns of
// others that it reads, 8 elements of 4 bytes come from each of 3. A procedure that
// changes what all processors have, or moves it, is called by all of them each time.
func TestCallsByOwners(t *testing.T) {
	const head = "program p\nreal y(8,8), c(8,8,8), w(8), s\ninteger j\n!HPF$ PROCESSORS q(4)\n!HPF$ PROCESSORS r(2,2)\n!HPF$ DISTRIBUTE y(*,BLOCK) ONTO q\ny = 1.0\n"
	const planes = "program p\nreal y(8,8), c(8,8,8), w(8), s\ninteger j\n!HPF$ PROCESSORS q(4)\n!HPF$ PROCESSORS r(2,2)\n!HPF$ DISTRIBUTE c(*,BLOCK,BLOCK) ONTO r\nc = 1.0\n"
	const work = "end program\nsubroutine work(a)\nreal, intent(inout) :: a(:)\ninteger i\ndo i = 1, 8\na(i) = a(i) + 1.0\nend do\nend subroutine\n" +
		"subroutine total(a, s)\nreal, intent(in) :: a(:)\nreal, intent(out) :: s\ninteger i\ns = 0.0\ndo i = 1, 8\ns = s + a(i)\nend do\nend subroutine\n" +
		"subroutine copied(a, w)\nreal, intent(in) :: a(:)\nreal, intent(out) :: w(:)\ninteger i\ndo i = 1, 8\nw(i) = a(i)\nend do\nend subroutine\n" +
		"subroutine moved(a, b)\nreal, intent(in) :: b(:)\nreal, intent(out) :: a(:)\ninteger i\ndo i = 1, 8\na(i) = b(i)\nend do\nend subroutine\n" +
		"subroutine keeps(a)\nreal, intent(inout) :: a(:)\nreal k(8)\ninteger i\nsave k\ndo i = 1, 8\nk(i) = k(i) + a(i)\na(i) = k(i)\nend do\nend subroutine\n" +
		"subroutine input(a)\nreal, intent(inout) :: a(:)\nread *, a(1)\na(:) = 2.0*a(:)\nend subroutine\n" +
		"subroutine column(a, j)\nreal, intent(inout) :: a(8,8)\ninteger, intent(in) :: j\ninteger i\ndo i = 1, 8\na(i,j) = a(i,j) + 1.0\nend do\nend subroutine\n" +
		"subroutine next(a, j)\nreal, intent(inout) :: a(8,8)\ninteger, intent(in) :: j\ninteger i\n!HPF$ DISTRIBUTE a(*,BLOCK(2))\ndo i = 1, 8\na(i,j) = a(i,j) + a(i,j-1)\nend do\nend subroutine\n" +
		"subroutine plane(a, k)\nreal, intent(inout) :: a(8,8,8)\ninteger, intent(in) :: k\ninteger j\n!HPF$ DISTRIBUTE a(*,BLOCK,BLOCK)\ndo j = 1, 8\na(:,j,k) = a(:,j,k) + 1.0\nend do\nend subroutine\n" +
		"subroutine moves(a, j)\nreal, intent(inout) :: a(8,8)\ninteger, intent(in) :: j\n!HPF$ INHERIT a\n!HPF$ DYNAMIC a\n!HPF$ REDISTRIBUTE a(*,CYCLIC)\na(:,j) = a(:,j) + 1.0\nend subroutine\n" +
		"subroutine smooth(a)\nreal, intent(inout) :: a(:,:)\n!HPF$ INHERIT a\na(:,2:8) = a(:,1:7)\nend subroutine\n" +
		"subroutine columns(a, k)\nreal, intent(inout) :: a(8,8,8)\ninteger, intent(in) :: k\ninteger j\n!HPF$ INHERIT a\ndo j = 1, 8\ncall inner(a, j, k)\nend do\nend subroutine\n" +
		"subroutine inner(a, j, k)\nreal, intent(inout) :: a(8,8,8)\ninteger, intent(in) :: j, k\ninteger i\n!HPF$ INHERIT a\ndo i = 1, 8\na(i,j,k) = a(i,j,k) + 1.0\nend do\nend subroutine\n"
	cases := []struct {
		name, text string
		procedure  string
		calls      float64 // in which a processor computes
		joint      float64 // in which it communicates
		bytes      float64 // of the line, over all processors
	}{
		{"columns", head + "do j = 1, 8\ncall work(y(:,j))\nend do\n", "work", 2, 2, 0},
		{"every second column", head + "do j = 1, 8, 2\ncall work(y(:,j))\nend do\n", "work", 1, 1, 0},
		{"one column", head + "call work(y(:,3))\n", "work", 1, 1, 0},
		{"columns of the neighbours are read", head + "do j = 1, 7\ncall moved(y(:,j), y(:,j+1))\nend do\n", "moved", 2, 2, 96},
		{"columns of whole arrays", head + "do j = 1, 8\ncall column(y, j)\nend do\n", "column", 2, 2, 0},
		{"columns that read those before", strings.Replace(head, "BLOCK", "BLOCK(2)", 1) + "do j = 2, 8\ncall next(y, j)\nend do\n", "next", 2, 2, 96},
		{"planes of whole arrays", planes + "do j = 1, 8\ncall plane(c, j)\nend do\n", "plane", 4, 4, 0},
		{"planes of whole arrays, handed on by columns", strings.Replace(planes, "BLOCK,BLOCK) ONTO r", "*,BLOCK) ONTO q", 1) + "do j = 1, 8\ncall columns(c, j)\nend do\n", "columns", 2, 2, 0},
		{"what is remapped", head + "do j = 1, 8\ncall moves(y, j)\nend do\n", "moves", 8, 8, 0},
		{"planes that a row of processors has", planes + "do j = 1, 8\ncall smooth(c(:,:,j))\nend do\n", "smooth", 4, 8, 0},
		{"what is kept from call to call", head + "do j = 1, 8\ncall keeps(y(:,j))\nend do\n", "keeps", 8, 8, 0},
		{"what is read in order", head + "do j = 1, 8\ncall input(y(:,j))\nend do\n", "input", 8, 8, 0},
		{"what all get", head + "do j = 1, 8\ncall total(y(:,j), s)\nend do\n", "total", 8, 8, 0},
		{"an array that all get", head + "do j = 1, 8\ncall copied(y(:,j), w)\nend do\n", "copied", 8, 8, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := c.text + work
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
			l, inside := lineIn(r, lineWith(text, "call ")), unitNamed(t, r, c.procedure)
			bytes := bytesIn(l)
			if bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
			if got, want := l.Charge.Computation, c.calls*inside.Charge.Computation; want == 0 || math.Abs(got-want) > 1e-9*want {
				t.Errorf("it computes %g s, want %g", got, want)
			}
			got, want := l.Charge.Communication, c.joint*(inside.Charge.Communication+inside.Charge.Wait)
			if c.bytes == 0 && math.Abs(got-want) > 1e-9*want {
				t.Errorf("it communicates for %g s, want %g", got, want)
			}
		})
	}
}

// In an INDEPENDENT loop a column that several processors have is gathered by each of them for a
// procedure that does not describe it; one that does works on the parts. y(8,8) on 2x2: the
// other half of 4 columns is 16 elements.
func TestColumnsOfSeveralAreGathered(t *testing.T) {
	const text = "program p\nreal y(8,8)\ninteger j\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE y(BLOCK,BLOCK) ONTO q\ny = 1.0\n!HPF$ INDEPENDENT\ndo j = 1, 8\ncall work(y(:,j))\nend do\nend program\n" +
		"subroutine work(a)\nreal, intent(inout) :: a(:)\n!HPF$ INHERIT a\ninteger i\na = a + 1.0\nend subroutine\n"
	for name, c := range map[string]struct {
		text  string
		bytes float64
	}{
		"described":     {text, 0},
		"not described": {strings.Replace(text, "!HPF$ INHERIT a\n", "", 1), 4 * 16 * 4},
	} {
		t.Run(name, func(t *testing.T) {
			r := reportOf(t, "x.f90", c.text, settings.Settings{Procs: 4})
			bytes := bytesIn(lineIn(r, 9))
			if bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
			if calls := unitNamed(t, r, "work").Calls; calls != 8 {
				t.Errorf("%g calls", calls)
			}
		})
	}
}
