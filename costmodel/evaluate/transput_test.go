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
		{"read *, k", 1e-3 + 4e-6, ""},
		{"write (6, *) own(k)", 1e-3 + 4e-6, ""},
		{"print *, a(1)", 1e-3 + 4e-6, "what collecting A from its owners takes is not included"},
		{"print *, sum(a)", 1e-3 + 8e-6, "what computing an item takes is not included"},
		{"print *, (own(i), i = 1, 5)", 1e-3 + 4e-6, "the items of the implied DO are counted once"},
		{"print *, own(2:5)", 1e-3 + 4e-6, "a section is counted as one element of it"},
		{"write (6, *) empty", 1e-3, ""},
	} {
		t.Run(c.statement, func(t *testing.T) {
			program := "program x\nreal :: a(64), s, own(10), empty(0)\nreal(8) :: d\ninteger :: i, k\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n" + c.statement + "\nend program\n"
			u := unitIn(t, map[string]string{"m.toml": machine}, program, settings.Settings{Machine: "m.toml"})
			l := u.Lines[len(u.Lines)-1]
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
