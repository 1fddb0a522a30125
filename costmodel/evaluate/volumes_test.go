package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// The volumes of docs/nas.md, by programs with the same grids: what all processors
// receive, counted by hand there.
func TestVolumesOfProductionGrids(t *testing.T) {
	cases := []struct {
		name, kind, text string
		line             int
		bytes            map[int]float64 // by processors
	}{
		{"a transpose of planes", "remap", "program p\ncomplex(8) x(257,256,128), y(257,128,256)\ninteger i, j, k\n!HPF$ DISTRIBUTE (*,*,BLOCK) :: x, y\n" +
			"do k = 1, 128\ndo i = 1, 256\ndo j = 1, 256\ny(j,k,i) = x(j,i,k)\nend do\nend do\nend do\nend program\n", 8,
			map[int]float64{4: 100663296, 16: 125829120, 64: 132120576}},
		{"a copy to a grid with another distribution", "remap", "program p\nreal(8) u(5,0:64,0:64,0:63), w(5,0:64,0:63,0:63)\n!HPF$ TEMPLATE t(0:63)\n!HPF$ DISTRIBUTE t(BLOCK)\n" +
			"!HPF$ ALIGN u(*,*,*,:) WITH t\n!HPF$ ALIGN w(*,*,:,*) WITH t\nw(:,:,0:63,:) = u(:,:,0:63,:)\nend program\n", 7,
			map[int]float64{4: 7987200, 16: 9984000, 64: 10483200}},
		{"a shift by two planes", "shift", "program p\nreal(8) u(0:64,0:64,0:63), v(0:64,0:64,0:63)\ninteger k\n!HPF$ TEMPLATE t(0:63)\n!HPF$ DISTRIBUTE t(BLOCK)\n!HPF$ ALIGN (*,*,:) WITH t :: u, v\n" +
			"do k = 3, 60\nv(1:62,1:62,k) = u(1:62,1:62,k-2) + u(1:62,1:62,k-1)\nend do\nend program\n", 8,
			map[int]float64{4: 3 * 61504, 16: 15 * 61504, 64: 116 * 30752}},
		{"the halo of a level", "shift", "program p\nreal(8) u(258,258,258), r(258,258,258)\ninteger k\n!HPF$ TEMPLATE g(262,262)\n!HPF$ DISTRIBUTE g(*,BLOCK)\n!HPF$ ALIGN (*,:,:) WITH g :: u, r\n" +
			"do k = 2, 257\nr(:,2:257,k) = u(:,2:257,k-1)\nend do\nend program\n", 8,
			map[int]float64{4: 3 * 528384, 16: 15 * 528384, 64: 51 * 528384}},
		{"a coarser level from a finer one", "remap", "program p\nreal(8) w(128,128,129), s(130,130,130)\ninteger k\n!HPF$ TEMPLATE g(262)\n!HPF$ DISTRIBUTE g(BLOCK)\n!HPF$ ALIGN s(*,*,k) WITH g(k)\n!HPF$ ALIGN w(*,*,k) WITH g(2*k-1)\n" +
			"s(1:128,1:128,2:129) = w(:,:,2:129)\nend program\n", 8,
			map[int]float64{4: 12582912, 16: 15728640, 64: 16515072}},
		{"a column in blocks that leave processors idle", "shift", "program p\nreal(8) u(65,65), v(65,65)\ninteger j\n!HPF$ DISTRIBUTE (*,BLOCK) :: u, v\n" +
			"do j = 2, 63\nv(2:63,j) = u(2:63,j-1)\nend do\nend program\n", 6,
			map[int]float64{4: 3 * 496, 16: 12 * 496, 64: 31 * 496}},
		{"a vector that all need", "gather", "program p\nreal(8) p(14002), q(14002)\n!HPF$ DISTRIBUTE q(BLOCK)\n!HPF$ ALIGN p(*) WITH q(*)\np(1:14000) = q(1:14000)\nend program\n", 5,
			map[int]float64{4: 336000, 16: 1680000, 64: 7056000}},
	}
	for _, c := range cases {
		for procs, want := range c.bytes {
			t.Run(fmt.Sprintf("%s on %d", c.name, procs), func(t *testing.T) {
				l := lineIn(reportOf(t, "x.f90", c.text, settings.Settings{Procs: procs}), c.line)
				if l == nil || len(l.Comms) != 1 {
					t.Fatalf("line %d has not one communication: %+v", c.line, l)
				}
				if m := l.Comms[0]; m.TotalBytes != want || string(m.Kind) != c.kind {
					t.Errorf("%s of %g bytes, want %s of %g", m.Kind, m.TotalBytes, c.kind, want)
				}
			})
		}
	}
}

// Lines beside each other on a diagonal have no element in common: the first two columns
// behind a border between blocks need (6,4), (6,3) and (7,4), not two elements.
func TestLinesOnDiagonals(t *testing.T) {
	const text = "program p\nreal a(16,16), b(16,16)\ninteger i\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\ndo i = 3, 15\na(i,i) = %s\nend do\nend program\n"
	for reads, elements := range map[string]float64{
		"b(i+1,i-1) + b(i+1,i-2)":              9,
		"b(i+1,i-1) + b(i+1,i-2) + b(i+1,i-1)": 9,
		"b(i+1,i-2)":                           6,
		"b(3,i-1) + b(3,i-2)":                  6,
	} {
		t.Run(reads, func(t *testing.T) {
			l := lineIn(reportOf(t, "x.f90", fmt.Sprintf(text, reads), settings.Settings{Procs: 4}), 6)
			if len(l.Comms) != 1 || l.Comms[0].TotalBytes != 4*elements || l.Comms[0].TotalMessages != 3 {
				t.Errorf("%+v, want 3 messages with %g elements", l.Comms, elements)
			}
		})
	}
}

// References beside each other need a row once where the alignment stretches the array, too: one
// column of a(11,12) comes over each border between blocks, rows 1:9 and 3:11 of it or 1:9 and 2:10.
func TestGapsUnderStretchedAlignments(t *testing.T) {
	const text = "program p\nreal a(11,12), b(11,12)\ninteger i, j\n!HPF$ TEMPLATE t(%s)\n!HPF$ DISTRIBUTE t(BLOCK)\n!HPF$ ALIGN (*,j) WITH t(%s) :: a, b\nforall (i = 2:10, j = 2:11) b(i,j) = %s\nend program\n"
	for _, c := range []struct {
		reads                string
		two, three, messages float64 // elements on two and three processors, messages for each border
	}{
		{"a(i-1,j-1) + a(i+1,j-1)", 11, 22, 1},
		{"a(i-1,j-1) + a(i+1,j-1) + a(i-1,j+1) + a(i,j+1) + a(i+1,j+1)", 22, 44, 2},
		{"a(i-1,j-1) + a(i,j-1)", 10, 20, 1},
	} {
		for template, align := range map[string]string{"26": "2*j", "0:25": "2*j-1", "25": "26-2*j"} {
			t.Run(c.reads+" at "+align, func(t *testing.T) {
				for procs, elements := range map[int]float64{2: c.two, 3: c.three} {
					l := lineIn(reportOf(t, "x.f90", fmt.Sprintf(text, template, align, c.reads), settings.Settings{Procs: procs}), 7)
					messages := 0.0
					for _, m := range l.Comms {
						messages += m.TotalMessages
					}
					if bytesIn(l) != 4*elements || messages != c.messages*float64(procs-1) {
						t.Errorf("%g bytes in %g messages on %d, want %g elements", bytesIn(l), messages, procs, elements)
					}
				}
			})
		}
	}
}

// A sweep over columns gets those of another processor with the corner, each element once: a(16,16)
// on 2 by 2, at j = 9 rows 2:8 of column 8 and, from below, 9 for one processor, 9:16 for the other one;
// at each of the 13 other columns row 9 for the upper one.
func TestCornersOfSweeps(t *testing.T) {
	const text = "program p\nreal a(16,16)\ninteger i, j\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q\ndo j = 2, 15\ndo i = 2, 15\na(i,j) = a(i,j-1) + a(i+1,j-1)\nend do\nend do\nend program\n"
	l := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 4}), 8)
	messages := 0.0
	for _, m := range l.Comms {
		messages += m.TotalMessages
	}
	if bytesIn(l) != 4*(13+8+8) || messages != 13+2+1 {
		t.Errorf("%g bytes in %g messages, want %d in %d", bytesIn(l), messages, 4*(13+8+8), 13+2+1)
	}
}

// A procedure is not told the sizes of its caller that make no difference to it: that they are
// assumed in it does not mean that the blocks of its arguments are too small.
func TestBlocksOfCallersFit(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 14\nreal a(n)\n!HPF$ PROCESSORS q(2)\n!HPF$ TEMPLATE t(n)\n!HPF$ DISTRIBUTE t(BLOCK(7)) ONTO q\n!HPF$ ALIGN a(i) WITH t(i)\ncall work(n, a(1:n))\nend program\n" +
		"subroutine work(n, x)\ninteger, intent(in) :: n\nreal, intent(inout) :: x(n)\n!HPF$ INHERIT x\nx = x + 1.0\nend subroutine\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 2})
	if l := lineIn(r, 8); l.NoEstimate != "" || r.Units[1].NoEstimate != "" {
		t.Errorf("%q, %q", l.NoEstimate, r.Units[1].NoEstimate)
	}
}

// Every class of operation has a number on every machine of processors: COMPLEX of
// any kind is made of real ones.
func TestComplexOperationsHaveNumbers(t *testing.T) {
	for _, machine := range []string{"cluster", "ipsc860", "paragon"} {
		for _, kind := range []string{"complex", "complex(8)", "double complex"} {
			t.Run(machine+"/"+kind, func(t *testing.T) {
				text := "program p\n" + kind + " x(100), y(100)\ninteger i\ndo i = 1, 100\nx(i) = x(i)*y(i) + y(i)/x(i) - x(i)**2 + x(i)**y(i)\nend do\nend program\n"
				u := unitOf(t, "x.f90", text, settings.Settings{Machine: machine, Procs: 1})
				for _, a := range u.Assumptions {
					if strings.HasPrefix(a.Name, "processing.") && a.Provenance == report.Assumed {
						t.Errorf("%s = %s is assumed", a.Name, a.Value)
					}
				}
				if T := u.Charge.Total(); T <= 0 || T > 1 {
					t.Errorf("%g s", T)
				}
			})
		}
	}
}
