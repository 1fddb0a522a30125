package evaluate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

// TestDialects predicts the programs of the languages that ask for every
// communication. What they move was counted by hand.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		path     string
		line     int
		messages float64 // on the processor that the report follows, and in all
		bytes    float64
	}{
		// 20 sweeps; two edges of 64 elements and a corner
		{"xmp/laplace.f90", 24, 20 * 3, 20 * 129 * 4},
		// 64 of 256 rows and columns are the processor's own
		{"xmp/transpose.f90", 25, 3, 3 * 64 * 64 * 8},
		{"xmp/transpose.f90", 17, 1, 8},
	} {
		t.Run(c.path, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../testdata", c.path))
			if err != nil {
				t.Fatal(err)
			}
			u := unitOf(t, c.path, string(text), settings.Settings{})
			found := false
			for _, l := range u.Lines {
				if l.Line != c.line {
					continue
				}
				found = true
				if len(l.Comms) != 1 || l.Comms[0].Messages != c.messages || l.Comms[0].Bytes != c.bytes {
					t.Errorf("%s:%d: %+v, want %g messages and %g bytes", c.path, c.line, l.Comms, c.messages, c.bytes)
				}
			}
			if !found {
				t.Errorf("%s:%d: nothing is said of the line", c.path, c.line)
			}
		})
	}
}

// Exchanges of shadows on 2x2 processors, each with 32x32 elements of 4 bytes: two faces of
// 32 elements and a corner come to each.
func TestShadowExchanges(t *testing.T) {
	dvm := "program p\nreal a(64,64)\n!DVM$ DISTRIBUTE a(BLOCK,BLOCK)\n!DVM$ SHADOW a(1:1,1:1)\n"
	xmp := "program p\n!$xmp nodes p(2,2)\n!$xmp template t(64,64)\n!$xmp distribute t(block,block) onto p\nreal a(64,64)\n!$xmp align a(i,j) with t(i,j)\n!$xmp shadow a(1,1)\n"
	const faces, corners = 4 * 2 * 32 * 4, 4 * 4
	checkLines(t, []lineCase{
		{"SHADOW_RENEW", dvm + "!DVM$ SHADOW_RENEW (a)\nend program\n", 5, -1, "shift", faces, 4},
		{"with corners", dvm + "!DVM$ SHADOW_RENEW (a(CORNER))\nend program\n", 5, -1, "shift", faces + corners, 4},
		{"of one face, whose neighbours are two of four", dvm + "!DVM$ SHADOW_RENEW (a(1:0,0:0))\nend program\n", 5, -1, "shift", 2 * 32 * 4, 4},
		{"of a group", dvm + "!DVM$ SHADOW_GROUP g(a)\n!DVM$ SHADOW_START g\n!DVM$ SHADOW_WAIT g\nend program\n", 6, -1, "shift", faces, 4},
		{"REFLECT", xmp + "!$xmp reflect (a)\nend program\n", 8, -1, "shift", faces + corners, 4},
		{"orthogonal", xmp + "!$xmp reflect (a) orthogonal\nend program\n", 8, -1, "shift", faces, 4},
	})
	r := reportOf(t, "x.f90", dvm+"!DVM$ SHADOW_START other\nend program\n", settings.Settings{})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "unknown-group" {
		t.Errorf("a group that nothing declares: %v", r.Diagnostics)
	}
}

// A directive that asks for a communication is executed as often as the program comes to it.
func TestDirectivesAreExecuted(t *testing.T) {
	text := "program p\n!$xmp nodes p(4)\n!$xmp template t(64)\n!$xmp distribute t(block) onto p\nreal a(64)\nreal :: s = 1.0\n!$xmp align a(i) with t(i)\n!$xmp shadow a(1)\ninteger k\n" +
		"do k = 1, 10\n!$xmp reflect (a)\nif (k <= 3) then\n!$xmp reduction (+:s)\nend if\nend do\n!$xmp bcast (s)\n!$xmp barrier\nend program\n"
	r := reportOf(t, "x.f90", text, settings.Settings{})
	for line, want := range map[int]float64{11: 10, 13: 3, 16: 1, 17: 1} {
		t.Run(fmt.Sprint("line ", line), func(t *testing.T) {
			if got := lineIn(r, line).Executions; got != want {
				t.Errorf("%g executions, want %g", got, want)
			}
		})
	}
}

// A program that maps nothing itself stands on the nodes of what it calls.
func TestNodesOfCallers(t *testing.T) {
	text := "program p\n!$xmp nodes n(4)\ncall s\n!$xmp task on n(1)\nprint *, 1\n!$xmp end task\nend program\nsubroutine s\n!$xmp nodes n(4)\n!$xmp template t(64)\n!$xmp distribute t(block) onto n\n" +
		"real a(64)\ninteger i\n!$xmp align a(i) with t(i)\n!$xmp loop on t(i)\ndo i = 1, 64\na(i) = 1.0\nend do\nend subroutine\n"
	for _, u := range reportOf(t, "x.f90", text, settings.Settings{}).Units {
		if len(u.Grid) != 1 || u.Grid[0] != 4 {
			t.Errorf("%s on %v processors, want 4", u.Name, u.Grid)
		}
	}
}

// TestDialectFiles: all of them have an estimate on every line, and no problem.
func TestDialectFiles(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/[xd][mv][pm]/*")
	if len(paths) < 3 {
		t.Fatal(paths)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := reportOf(t, path, string(text), settings.Settings{})
		if len(r.Diagnostics) > 0 {
			t.Errorf("%s: %s", path, treetext.Diagnostics(string(text), r.Diagnostics))
		}
		for _, u := range r.Units {
			for _, l := range u.Lines {
				if l.NoEstimate != "" {
					t.Errorf("%s:%d: %s", path, l.Line, l.NoEstimate)
				}
			}
		}
	}
}

func TestMappingText(t *testing.T) {
	const declarations = `program x
integer, parameter :: n = 16
integer, parameter :: g(4) = [2, 6, 6, 2]
real :: a(n), b(0:n-1), c(n,n), d(n), e(n), f(n)
!HPF$ PROCESSORS p(2,2), q(4)
!HPF$ TEMPLATE t(n,0:2*n)
!HPF$ DISTRIBUTE t(BLOCK,CYCLIC(3)) ONTO p
!HPF$ ALIGN a(i) WITH t(i,2*i-1)
`
	for i, c := range []struct{ directive, array, want string }{
		{"ALIGN a(i) WITH t(i,5)", "a", "A(BLOCK) on 2x2 processors, on the owner of template index 5 along dimension 2 of the arrangement"},
		{"ALIGN b(i) WITH t(i+1,*)", "b", "B(BLOCK) on 2x2 processors, replicated along dimension 2 of the arrangement"},
		{"ALIGN c(i,j) WITH t(n+1-i,2*j)", "c", "C(BLOCK at n - i + 1,CYCLIC(3) at 2*j) on 2x2 processors"},
		{"DISTRIBUTE d(GEN_BLOCK(g)) ONTO q", "d", "D(GEN_BLOCK(g)) on 4 processors"},
		{"DISTRIBUTE e(BLOCK) ONTO q\n!HPF$ SHADOW e(1:2)", "e", "E(BLOCK) on 4 processors, overlap areas of 1:2 take 12 bytes on a processor"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := strings.Replace(declarations, "!HPF$ ALIGN a(i) WITH t(i,2*i-1)\n", "!HPF$ "+c.directive+"\n", 1) + c.array + " = 0\nend program\n"
			found := false
			for _, m := range unitOf(t, "x.f90", text, settings.Settings{}).Mappings {
				if m.Array == c.array {
					found = true
					if m.Text != c.want {
						t.Errorf("%s: %q, want %q", c.directive, m.Text, c.want)
					}
				}
			}
			if !found {
				t.Errorf("%s: no mapping", c.directive)
			}
		})
	}
}

func TestNarrowShadow(t *testing.T) {
	for _, c := range []struct{ shadow, statement, want string }{
		{"1", "b(2:15) = a(1:14) + a(3:16)", ""},
		{"1:0", "b(2:15) = a(1:14) + a(3:16)", "A is read +1 from what its processor holds along dimension 1, and its SHADOW keeps 0: the section is copied instead"},
		{"1", "b(3:16) = a(1:14)", "A is read -2 from what its processor holds along dimension 1, and its SHADOW keeps 1: the section is copied instead"},
		{"2:0", "b(3:16) = a(1:14)", ""},
	} {
		t.Run(c.shadow, func(t *testing.T) {
			text := "program x\nreal :: a(16), b(16)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n!HPF$ ALIGN b(i) WITH a(i)\n!HPF$ SHADOW a(" + c.shadow + ")\n" + c.statement + "\nend program\n"
			got := ""
			for _, d := range reportOf(t, "x.f90", text, settings.Settings{}).Diagnostics {
				if d.Code == "narrow-shadow" {
					got = d.Message
				}
			}
			if got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.shadow, c.statement, got, c.want)
			}
		})
	}
}
