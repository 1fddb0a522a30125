package evaluate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// What PRINT, WRITE and READ take, on a machine that starts a transfer in 1 ms
// and moves a byte in 1 us: bytes as they are stored, on the first processor.
func TestTransput(t *testing.T) {
	text, _ := machines.Text("ipsc860")
	machine := text + "\n[part.cube.io]\nprovenance = \"measured\"\nsource = \"a stopwatch\"\nstartup_s = 1e-3\nper_byte_s = 1e-6\n"
	for _, c := range []struct {
		statement string
		want      float64 // seconds
		missing   string
	}{
		{"print *, s", 1e-3 + 4e-6, ""},
		{"print *, s, d", 1e-3 + 12e-6, ""},
		{"print *, s + 2.0*d", 1e-3 + 8e-6, ""},
		{"print '(a)', 'hello'", 1e-3 + 5e-6, ""},
		{"print *", 1e-3, ""},
		{"write (6, *) own", 1e-3 + 40e-6, ""},
		{"write (6, *) own(k)", 1e-3 + 4e-6, ""},
		{"read *, k", 1e-3 + 4e-6, ""},
		{"print *, (own(i), i = 1, 5)", 1e-3 + 20e-6, ""},
		{"print *, (own(i), own(i + 1), i = 1, 9, 2)", 1e-3 + 40e-6, ""},
		{"print *, ((s, i = 1, k), k = 1, 4)", 1e-3 + 40e-6, ""},
		{"do k = 1, 3\nprint *, (own(i), i = 1, k)\nend do", 3e-3 + 24e-6, ""},
		{"print *, own(2:5)", 1e-3 + 16e-6, ""},
		{"print *, own(1:10:3), s", 1e-3 + 20e-6, ""},
		{"write (6, *) empty", 1e-3, ""},
		{"write (6, group)", 1e-3 + 12e-6, ""},
		{"open (7, file='x', iostat=k)", 1e-3, ""},
		{"rewind 7", 1e-3, ""},
		{"close (7)", 1e-3, ""},
		{"inquire (7, opened=yes)", 1e-3, ""},
		{"print *, text(2:3)", 1e-3 + 8e-6, ""},
		{"print *, a * 2.0", 1e-3 + 512e-6, "what computing an item takes is not included"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			program := "program x\nreal :: a(64), s, own(10), empty(0)\nreal(8) :: d\ninteger :: i, k\nlogical :: yes\ncharacter(9) :: text\nnamelist /group/ s, d\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n" + c.statement + "\nend program\n"
			u := unitIn(t, map[string]string{"m.toml": machine}, program, settings.Settings{Machine: "m.toml"})
			l := u.Lines[len(u.Lines)-1]
			for _, other := range u.Lines {
				if other.Charge.Overhead > 1e-4 {
					l = other
				}
			}
			if math.Abs(l.Charge.Overhead-c.want) > 1e-12 || l.NoEstimate != c.missing || !slices.Equal(l.BusyProcessor, []int{0}) {
				t.Errorf("%g s on %v, %q, want %g on the first processor, %q", l.Charge.Overhead, l.BusyProcessor, l.NoEstimate, c.want, c.missing)
			}
		})
	}
}

// A machine without rates of input and output calls its library and copies
// into a buffer, 8 bytes a step.
func TestTransputWithoutRates(t *testing.T) {
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := m.Number("processing.call_s")
	index, _ := m.Number("processing.index_s")
	u := unitOf(t, "x.f90", "program x\nreal(8) :: v(100)\nprint *, v\nend program\n", settings.Settings{Machine: "cluster"})
	if want := call.Value + 100*index.Value; math.Abs(u.Charge.Total()-want) > 1e-15 {
		t.Errorf("%g s, want %g", u.Charge.Total(), want)
	}
	if strings.Contains(u.Lines[0].NoEstimate, "output") {
		t.Error(u.Lines[0].NoEstimate)
	}
}

// What is mapped is collected by the first processor before it is written, and what
// is read is dealt out: the bytes that move, by hand, for 64 elements in 4 blocks of
// 16, of 4 bytes each.
func TestCollectedItems(t *testing.T) {
	for _, c := range []struct {
		statement string
		bytes     float64 // to all processors together
		kind      string
	}{
		{"print *, a", 48 * 4, ""},
		{"print *, a(5)", 0, ""},
		{"print *, a(20)", 4, ""},
		{"print *, a(10:20)", 4 * 4, ""},
		{"print *, (a(i), i = 1, 64, 4)", 12 * 4, ""},
		{"print *, (b(i, 3), i = 1, 64)", 48 * 4, ""},
		{"print *, b(20, :)", 8 * 4, ""},
		{"print *, own", 0, ""},
		{"read *, a", 48 * 4, ""},
		{"read *, own", 3 * 40, ""},
		{"read *, s, d", 0, ""},
		{"print *, sum(a)", 0, "reduction"},
		{"write (text, *) s", 0, ""},
	} {
		t.Run(c.statement, func(t *testing.T) {
			program := "program x\nreal :: a(64), b(64, 8), s, own(10)\nreal(8) :: d\ninteger :: i\ncharacter(80) :: text\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n!HPF$ DISTRIBUTE b(BLOCK, *) ONTO p\n" + c.statement + "\nend program\n"
			u := unitOf(t, "x.f90", program, settings.Settings{Machine: "cluster"})
			moved, missing, reduced := 0.0, "", false
			for _, l := range u.Lines {
				missing += l.NoEstimate
				for _, m := range l.Comms {
					if m.Kind == "reduction" {
						reduced = true
						continue
					}
					moved += m.TotalBytes
				}
			}
			if moved != c.bytes || missing != "" || reduced != (c.kind == "reduction") {
				t.Errorf("%g bytes, %q, want %g", moved, missing, c.bytes)
			}
		})
	}
}

// DVM's run-time system does the same (its arrays of 64 elements, as above); in XcalableMP each
// processor transfers what it has.
func TestItemsOfDialects(t *testing.T) {
	const dvm = "!DVM$ DISTRIBUTE a(BLOCK)\n"
	const xmp = "!$XMP NODES p(4)\n!$XMP TEMPLATE t(64)\n!$XMP DISTRIBUTE t(BLOCK) ONTO p\n!$XMP ALIGN a(i) WITH t(i)\n"
	for _, c := range []struct {
		directives, statement string
		bytes                 float64
	}{
		{dvm, "write (3, *) a", 48 * 4},
		{dvm, "read (3, *) a", 48 * 4},
		{dvm, "read (3, *) own", 3 * 40},
		{xmp, "write (3, *) a", 0},
		{xmp, "read (3, *) a", 0},
	} {
		t.Run(c.directives[:5]+c.statement, func(t *testing.T) {
			text := "program x\nreal :: a(64), own(10)\n" + c.directives + c.statement + "\nend program\n"
			moved := 0.0
			for _, l := range unitOf(t, "x.f90", text, settings.Settings{Machine: "cluster", Procs: 4}).Lines {
				for _, m := range l.Comms {
					moved += m.TotalBytes
				}
			}
			if moved != c.bytes {
				t.Errorf("%g bytes, want %g", moved, c.bytes)
			}
		})
	}
}

// A function of the program in a list costs what it costs elsewhere, and is one item.
func TestFunctionsInTransput(t *testing.T) {
	const mapped = "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n"
	const text = "program x\nreal :: a(64), s\n" + mapped + "s = big(a)\nprint *, big(a)\nprint *, s*s\nend program\nfunction big(a)\nreal :: a(64)\n" + mapped + "big = maxval(a)\nend function\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
	call, printed, number := lineIn(r, 5), lineIn(r, 6), lineIn(r, 7)
	if got, want := printed.Charge.Total(), call.Charge.Total()+number.Charge.Total(); printed.NoEstimate != "" || math.Abs(got-want) > 0.01*want {
		t.Errorf("%g s, %q, want %g s for the call and %g s for the number", got, printed.NoEstimate, call.Charge.Total(), number.Charge.Total())
	}
}
