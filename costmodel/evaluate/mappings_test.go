package evaluate

import (
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/settings"
)

// Mappings, overlap areas and remaps that come through USE or from a host, and
// arrangements of several sizes: what a line moves, counted by hand.
func TestMappingsFromElsewhere(t *testing.T) {
	const xmp = "!$XMP NODES p(4)\n!$XMP TEMPLATE t(8,16)\n!$XMP DISTRIBUTE t(*,BLOCK) ONTO p\nreal a(8,16), b(8,16)\n!$XMP ALIGN (*,j) WITH t(*,j) :: a, b\n!$XMP SHADOW (0,1:0) :: a\n"
	const hpf = "!HPF$ PROCESSORS q(4)\nreal a(16), b(16), c(16)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n!HPF$ ALIGN b(i) WITH a(i)\n!HPF$ DISTRIBUTE c(BLOCK) ONTO q\n!HPF$ DYNAMIC a, b\n"
	const sweep = "!$XMP REFLECT (a)\n!$XMP LOOP (j) ON t(*,j)\ndo j = 2, 16\ndo i = 1, 8\nb(i,j) = a(i,j-1)\nend do\nend do\n"
	cases := []struct {
		name, text  string
		line        int
		bytes       float64
		processors  int // that the program asks for
		communicate int // messages of the line
	}{
		// 3 boundaries, one column of 8 each
		{"SHADOW through USE", "module m\n" + xmp + "end module\nsubroutine s\nuse m\ninteger i, j\n" + sweep + "end subroutine\n", 12, 3 * 8 * 4, 4, 1},
		{"SHADOW through USE under another name", "module m\n" + xmp + "end module\nsubroutine s\nuse m, only: a => a, b, t\ninteger i, j\n" + sweep + "end subroutine\n", 12, 3 * 8 * 4, 4, 1},
		{"SHADOW of the host", "module m\n" + xmp + "contains\nsubroutine s\ninteger i, j\n" + sweep + "end subroutine\nend module\n", 11, 3 * 8 * 4, 4, 1},
		{"arrays called like the number of processors and the coordinate", "module m\n!HPF$ PROCESSORS q(4)\nreal p(16), c(16)\n!HPF$ DISTRIBUTE p(BLOCK) ONTO q\n!HPF$ DISTRIBUTE c(CYCLIC) ONTO q\nend module\nsubroutine s\nuse m\nc = p\nend subroutine\n", 9, 12 * 4, 4, 1},
		// the part that stays in a BLOCK of 4 under CYCLIC: one of 4 elements
		{"REDISTRIBUTE of a used array, with what is aligned to it", "module m\n" + hpf + "end module\nprogram p\nuse m\na = 1.0\n!HPF$ REDISTRIBUTE a(CYCLIC)\nb = c\nend program\n", 12, 2 * 12 * 4, 4, 2},
		{"which is cyclic from there on", "module m\n" + hpf + "end module\nprogram p\nuse m\na = 1.0\n!HPF$ REDISTRIBUTE a(CYCLIC)\nb = c\nend program\n", 13, 12 * 4, 4, 1},
		{"and in a procedure of the module", "module m\n" + hpf + "contains\nsubroutine s\na = 1.0\n!HPF$ REDISTRIBUTE a(CYCLIC)\nb = c\nend subroutine\nend module\n", 11, 2 * 12 * 4, 4, 2},
		// i and i mod 2 on 2 processors, i mod 4 on 4: half of the elements move
		{"from 2 processors to 4", "program p\nreal a(24)\n!HPF$ PROCESSORS two(2), four(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(CYCLIC) ONTO two\na = 1.0\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO four\na = a + 1.0\nend program\n", 7, 12 * 4, 4, 1},
		{"from 4 processors to 2", "program p\nreal a(24)\n!HPF$ PROCESSORS two(2), four(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(CYCLIC) ONTO four\na = 1.0\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO two\na = a + 1.0\nend program\n", 7, 12 * 4, 4, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", c.text, settings.Settings{})
			for _, d := range r.Diagnostics {
				if d.Severity <= source.Warning && d.Code != "non-local-reference" {
					t.Errorf("%s: %s", d.Code, d.Message)
				}
			}
			l := lineIn(r, c.line)
			if l == nil {
				t.Fatalf("line %d has no numbers", c.line)
			}
			bytes := 0.0
			for _, m := range l.Comms {
				bytes += m.TotalBytes
			}
			if bytes != c.bytes || len(l.Comms) != c.communicate {
				t.Errorf("line %d moves %g bytes by %d communications, want %g by %d", c.line, bytes, len(l.Comms), c.bytes, c.communicate)
			}
			for _, u := range r.Units {
				if u.NoEstimate == "" && mapping.Product(u.Grid) != c.processors {
					t.Errorf("%s: %d processors, want %d", u.Name, mapping.Product(u.Grid), c.processors)
				}
			}
		})
	}
}
