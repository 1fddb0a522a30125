package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What production codes do across procedures, and what a line then costs: each
// figure is counted by hand.
func TestAcrossProcedures(t *testing.T) {
	checkLines(t, []lineCase{
		{"a bound that is an element", "subroutine s\ninteger n(3), i\ncommon /g/ n\nreal a(64), b(64)\ncommon /f/ a, b\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\n" +
			"!PARLENS$ SET n(1) = 64\n!HPF$ INDEPENDENT\ndo i = 2, n(1)-1\na(i) = b(i) + b(i-1)\nend do\nend subroutine\n", 10, 62, "shift", 3 * 4, 4},
		{"one that a callee sets", "program p\ninteger n(3), i\ncommon /g/ n\nreal a(64), b(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\ncall sizes(32)\n" +
			"do i = 2, n(2)\na(i) = b(i-1)\nend do\nend program\nsubroutine sizes(k)\ninteger m(3), k\ncommon /g/ m\nm(2) = 2*k\nend subroutine\n", 8, 63, "shift", 3 * 4, 4},
		{"by way of a caller that names nothing", "program p\ninteger n, i\ncommon /g/ n\nreal a(64), b(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\ncall middle\n" +
			"do i = 2, n\na(i) = b(i-1)\nend do\nend program\nsubroutine middle\ncall sizes\nend subroutine\nsubroutine sizes\ninteger m\ncommon /g/ m\nm = 33\nend subroutine\n", 8, 32, "shift", 2 * 4, 4},
		{"a module's variable", "program p\nuse sizes\ninteger i\nreal a(64), b(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\ncall set(n)\n" +
			"do i = 2, n\na(i) = b(i-1)\nend do\nend program\nmodule sizes\ninteger :: n = 9\ncontains\nsubroutine set(k)\ninteger k\nk = k + 8\nend subroutine\nend module\n", 8, 16, "shift", 1 * 4, 4},
		{"a COMMON block that an interface names too", "program p\ninterface\nsubroutine sizes(k)\ninteger n\ncommon /g/ n\ninteger k\nend subroutine\nend interface\ninteger n, i\ncommon /g/ n\n" +
			"real a(64), b(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\ncall sizes(16)\ndo i = 2, n\na(i) = b(i-1)\nend do\nend program\n" +
			"subroutine sizes(k)\ninteger n\ncommon /g/ n\ninteger k\nn = 2*k\nend subroutine\n", 15, 31, "shift", 1 * 4, 4},
		{"behind a search that takes too long to follow", "program p\ninteger n, i, j, m(2)\nreal a(64), b(64), seed\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\nn = 8\nn = 4*n + 1\nm = 1\nseed = 0.5\n" +
			"do i = 1, 1000000\nseed = mod(16807.0*seed, 7.0)\nif (seed > 3.0) m(1) = i\nend do\na(m(1)) = 1.0\ndo i = 2, n\na(i) = b(i-1)\nend do\nend program\n", 15, 32, "shift", 2 * 4, 4},
		{"a jump over an assignment", "program p\ninteger n, i\nreal a(64), b(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\nn = 17\nif (n > 5) goto 10\nn = 60\n" +
			"10 do i = 2, n\na(i) = b(i-1)\nend do\nend program\n", 9, 16, "shift", 1 * 4, 4},
		{"a REDUCTION into an array", "program p\nreal(8) a(10,10), s(10)\ninteger i, j\n!HPF$ DISTRIBUTE a(*,BLOCK)\na = 1.0\ns = 0.0\n!HPF$ INDEPENDENT, REDUCTION(s)\n" +
			"do j = 1, 10\ndo i = 1, 10\ns(i) = s(i) + a(i,j)\nend do\nend do\nend program\n", 10, 100, "reduction", -1, 4},
		{"an INDEPENDENT loop over a dimension that is whole", "program p\nreal u(100,100), v(100,100)\ninteger j\n!HPF$ DISTRIBUTE (BLOCK,*) :: u, v\nu = 1.0\n!HPF$ INDEPENDENT\n" +
			"do j = 2, 99\nv(1,j) = u(1,j)\nv(100,j) = u(100,j)\nend do\nend program\n", 9, 98, "", 0, 2},
		{"a call that names no local", "subroutine s\ninteger n, it\nreal p(400), q(400)\n!HPF$ DISTRIBUTE (BLOCK) :: p, q\nn = 300\ndo it = 1, 25\n" +
			"call unseen(1)\np(1:n) = q(1:n)\nend do\nend subroutine\n", 8, 7500, "", 0, 4},
		{"a template of a dummy's size", "program p\ninterface\nsubroutine s(x)\nreal, dimension(:) :: x\n!HPF$ TEMPLATE t(size(x,1))\n!HPF$ DISTRIBUTE (BLOCK) :: t\n!HPF$ ALIGN (:) WITH *t :: x\nend subroutine\nend interface\n" +
			"real y(128)\n!HPF$ DISTRIBUTE (BLOCK) :: y\ncall s(y)\nend program\nsubroutine s(x)\nreal, dimension(:) :: x\n!HPF$ TEMPLATE t(size(x,1))\n!HPF$ DISTRIBUTE (BLOCK) :: t\n!HPF$ ALIGN (:) WITH *t :: x\nx = 2*x\nend subroutine\n", 12, -1, "", 0, 4},
		{"a local array that is aligned with a dummy", "program p\nreal y(64)\n!HPF$ DISTRIBUTE (BLOCK) :: y\ny = 1.0\ncall s(y)\nend program\nsubroutine s(x)\nreal x(:), r(size(x))\n" +
			"!HPF$ INHERIT x\n!HPF$ ALIGN r(:) WITH x(:)\nr(2:) = x(1:size(x)-1)\nend subroutine\n", 11, 63, "shift", 3 * 4, 4},
		{"one that is aligned with every other element", "program p\nreal y(64)\n!HPF$ DISTRIBUTE (BLOCK) :: y\ny = 1.0\ncall s(y)\nend program\nsubroutine s(x)\nreal x(64), r(32)\n" +
			"!HPF$ INHERIT x\n!HPF$ ALIGN r(i) WITH x(2*i)\nr = x(2:64:2)\nend subroutine\n", 11, 32, "", 0, 4},
	})
}

// lineCase is what is known of one line of a program.
type lineCase struct {
	name, text string
	line       int
	executions float64 // of the line, in the first unit that has it; -1: not looked at
	kinds      string  // of its communications
	bytes      float64 // in all
	processors int
}

func checkLines(t *testing.T, cases []lineCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", c.text, settings.Settings{Procs: c.processors})
			l := lineIn(r, c.line)
			if l == nil {
				t.Fatalf("line %d has no numbers", c.line)
			}
			kinds, bytes := "", 0.0
			for _, m := range l.Comms {
				kinds += string(m.Kind)
				bytes += m.TotalBytes
			}
			if c.executions >= 0 && l.Executions != c.executions || kinds != c.kinds || c.bytes >= 0 && bytes != c.bytes {
				t.Errorf("line %d: %g executions, %q of %g bytes; want %g, %q, %g", c.line, l.Executions, kinds, bytes, c.executions, c.kinds, c.bytes)
			}
		})
	}
}

func lineIn(r *report.Report, line int) *report.Line {
	for _, u := range r.Units {
		if l := lineOf(u, line); l != nil {
			return l
		}
	}
	return nil
}

// A procedure is evaluated in every state in which it is called, and an OPEN of a
// file that need not be there is asked for once.
func TestStatesOfCalls(t *testing.T) {
	text := "program p\nreal a(1000)\ninteger i, n, ios\n!HPF$ DISTRIBUTE (BLOCK) :: a\nopen (2, file='in', status='old', iostat=ios)\nif (ios == 0) then\nread (2, *) n\nelse\nn = 3\nend if\n" +
		"do i = 1, n\ncall s(a, 100*i)\nend do\nend program\nsubroutine s(a, m)\ninteger m\nreal a(1000)\n!HPF$ DISTRIBUTE (BLOCK) :: a\na(1:m) = 2.0\nend subroutine\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 1})
	sum := 0.0
	for _, m := range []string{"100", "200", "300"} {
		one := reportOf(t, "x.f90", strings.Replace(strings.Replace(text, "100*i", m, 1), "n = 3", "n = 1", 1), settings.Settings{Procs: 1})
		sum += lineIn(one, 12).Charge.Total()
	}
	if got := lineIn(r, 12).Charge.Total(); got < sum*0.98 || got > sum*1.02 {
		t.Errorf("three calls take %g s, want %g", got, sum)
	}
	asked := 0
	for _, d := range r.Diagnostics {
		if d.Code == report.UnknownValue && strings.HasPrefix(d.Message, "ios = 2 is assumed") {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("ios is asked for %d times: %v", asked, r.Diagnostics)
	}
}

// A variable of a derived type is passed component by component, also those that the
// unit in between does not name: bounds sets lim(k) to k + 4, by way of c%shift, which
// only its callees know.
func TestComponentsArePassed(t *testing.T) {
	text := "module m\ntype control\ninteger :: shift, last\nend type\ninteger lim(40)\nend module\n" + // 1 to 6
		"program p\nuse m\nreal a(100)\ncall bounds\ncall plane(a, 6)\nend program\n" + // 7 to 12
		"subroutine bounds\nuse m\ntype(control) c\ninteger k\ndo k = 1, 40\ncall start(c)\ncall last(k, c)\nlim(k) = c%last\nend do\nend subroutine\n" + // 13 to 22
		"subroutine start(c)\nuse m\ntype(control), intent(inout) :: c\nc%shift = 4\nend subroutine\n" + // 23 to 27
		"subroutine last(k, c)\nuse m\ninteger k\ntype(control), intent(inout) :: c\nc%last = k + c%shift\nend subroutine\n" + // 28 to 33
		"subroutine plane(a, l)\nuse m\nreal a(100)\ninteger l, i\ndo i = 1, lim(l)\na(i) = 1.0\nend do\nend subroutine\n" // 34 to 41
	u := reportOf(t, "x.f90", text, settings.Settings{}).Units[5]
	if l := lineOf(u, 39); u.Name != "plane" || l == nil || l.Executions != 10 {
		t.Errorf("%s: %+v", u.Name, l)
	}
}

// What distributes no dimension and names no arrangement is stored by all processors:
// reading it moves nothing, and bringing a block-distributed array there gives each of
// 4 processors 3 blocks of 16 elements of 4 bytes; nothing comes back.
func TestDistributedNowhere(t *testing.T) {
	text := "program p\nreal a(64), b(64)\n!hpf$ distribute a(block)\n!hpf$ distribute b(*)\n!hpf$ dynamic a\nb = 1.0\na = b\ncall s(a)\n!hpf$ redistribute a(*)\nend program\n" +
		"subroutine s(x)\nreal x(64)\n!hpf$ distribute x(*)\nx = x + 1.0\nend subroutine\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
	for line, want := range map[int]float64{6: 0, 7: 0, 8: 4 * 3 * 64, 9: 4 * 3 * 64} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			bytes := 0.0
			for _, c := range lineOf(r.Units[0], line).Comms {
				bytes += c.TotalBytes
			}
			if bytes != want {
				t.Errorf("line %d: %g bytes, want %g", line, bytes, want)
			}
		})
	}
	for _, u := range r.Units {
		if len(u.Grid) != 1 || u.Grid[0] != 4 {
			t.Errorf("%s stands on %v", u.Name, u.Grid)
		}
	}
}

// A mapping that a procedure only hands on is the same behind it: with blocks of 10, x(0:4)
// lies on the first processor and gets x(5) of the second. The procedure between has an n
// of its own, and names nothing of the mapping.
func TestMappingsHandedOn(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 12\nreal(8) :: b(0:n,0:n+1)\n!HPF$ PROCESSORS pr(5)\n!HPF$ TEMPLATE t(-3:3*n+6)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n!HPF$ ALIGN b(*,j) WITH t(j+1)\n" +
		"call between(b(1,1:n+1))\nend program\nsubroutine between(y)\ninteger, parameter :: n = 12\nreal(8) :: y(0:n)\n!HPF$ INHERIT y\ncall work(n, y(:))\nend subroutine\n" +
		"subroutine work(m, x)\ninteger, intent(in) :: m\nreal(8) :: x(0:m)\n!HPF$ INHERIT x\ninteger :: i\ndo i = 3, m - 1\nx(i) = x(i+1)\nend do\nend subroutine\n"
	l := lineIn(reportOf(t, "p.f90", text, settings.Settings{}), lineWith(text, "x(i) = x(i+1)"))
	if len(l.Comms) != 1 || l.Comms[0].TotalMessages != 1 || l.Comms[0].TotalBytes != 8 {
		t.Errorf("%+v, want one message of 8 bytes", l.Comms)
	}
}
