package evaluate

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
	"github.com/parlens/parlens/machines"
)

const waitsFolder = "../../testdata/hpf/waits/"

// worked are the clocks at the end of the two programs, in microseconds, as
// docs/waits.md works them out.
var worked = []struct {
	program, sends string
	clocks         []float64
}{
	{"unequal", "matched", []float64{30, 30, 30, 26}},
	{"unequal", "asynchronous", []float64{30, 30, 30, 18}},
	{"unequal", "blocking", []float64{38, 30, 30, 26}},
	{"unequal", "barrier reading", []float64{38, 34, 30, 26}},
	{"pipeline", "matched", []float64{4, 41, 51}},
	{"pipeline", "asynchronous", []float64{4, 17, 27}},
	{"pipeline", "blocking", []float64{63, 73, 75}},
	{"pipeline", "barrier reading", []float64{71, 71, 81}},
}

// TestWaitsByHand checks the two programs against the arithmetic of the page,
// and keeps its table.
func TestWaitsByHand(t *testing.T) {
	var b strings.Builder
	b.WriteString("| program | sends | clocks at the end, µs | T, µs |\n|---|---|---|--:|\n")
	for _, w := range worked {
		t.Run(w.program, func(t *testing.T) {
			got := clocksOf(t, w.program, w.sends)
			for p, c := range w.clocks {
				if math.Abs(got[p]-c) > 1e-9*c {
					t.Errorf("%s, %s: clocks %v, by hand %v", w.program, w.sends, got, w.clocks)
					break
				}
			}
			words := strings.Trim(fmt.Sprint(w.clocks), "[]")
			fmt.Fprintf(&b, "| %s | %s | %s | %g |\n", w.program, w.sends, strings.ReplaceAll(words, " ", ", "), slices.Max(w.clocks))
		})
	}
	pages.Tables(t, "../../docs/waits.md", func(doc string) string { return pages.Between(t, doc, "sends", b.String()) })
}

// clocksOf are the clocks when the processors end the program, in microseconds.
func clocksOf(t *testing.T, program, sends string) []float64 {
	t.Helper()
	text := read(t, waitsFolder+program+".f90")
	m := modelsOf("x.f90", text, roundMachine(t, strings.TrimSuffix(sends, "barrier reading"), ""))[0]
	n := numbersOf(t, m, settings.Settings{})
	opt := n.options(n.env)
	if sends == "barrier reading" {
		opt.Reading = process.Barrier
	}
	r, err := m.program.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	clocks := make([]float64, len(r.Clocks))
	for p, c := range r.Clocks {
		clocks[p] = c * 1e6
	}
	return clocks
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// roundMachine is the machine of the page with another way to send ("" for its
// own), more lines in its communication, and changes: old text, new text.
func roundMachine(t *testing.T, sends, more string, changes ...string) *machines.Machine {
	t.Helper()
	text := strings.NewReplacer(changes...).Replace(read(t, waitsFolder+"round.toml"))
	if sends != "" {
		text = strings.Replace(text, `"matched"`, `"`+sends+`"`, 1)
	}
	m, diags := machines.Parse("round.toml", []byte(strings.Replace(text, "overlap_share ", more+"\noverlap_share ", 1)))
	if m == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	return m
}

// A message that finds no room holds its sender as a blocking one does; one that
// fits the room set aside for each sender does not.
func TestBuffers(t *testing.T) {
	for i, c := range []struct {
		buffers string
		T       float64 // of the pipeline, whose messages have 4 bytes
	}{
		{"buffer_bytes = 4", 27},
		{"buffer_bytes = 3", 75},
		{"buffer_bytes = 3\nstatic_buffer_bytes = 4", 27},
		{"buffer_bytes = 3\nstatic_buffer_bytes = 2", 75},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			m := modelsOf("x.f90", read(t, waitsFolder+"pipeline.f90"), roundMachine(t, "asynchronous", c.buffers))[0]
			if got := numbersOf(t, m, settings.Settings{}).result.T * 1e6; math.Abs(got-c.T) > 1e-9*c.T {
				t.Errorf("%s: %g us, want %g", c.buffers, got, c.T)
			}
		})
	}
}

// Calls that take time: of the pipeline's message the sender spends 1 us before
// it leaves, the receiver 2 us when it is there. Processor 0 has sent its columns
// after 2, 4, 6 and 8 us; processor 1, which takes 8 + 2 + 2 + 1 for each, after 15,
// 28, 41 and 54; processor 2 has each 8 + 2 + 2 later.
func TestCallOverheads(t *testing.T) {
	machine := roundMachine(t, "", "", "send_overhead_s    = 0", "send_overhead_s    = 1e-6", "receive_overhead_s = 0", "receive_overhead_s = 2e-6")
	m := modelsOf("x.f90", read(t, waitsFolder+"pipeline.f90"), machine)[0]
	r := numbersOf(t, m, settings.Settings{}).result
	for p, want := range []float64{8, 54, 66} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			if got := r.Clocks[p] * 1e6; math.Abs(got-want) > 1e-9*want {
				t.Errorf("processor %d stops at %g us, want %g", p, got, want)
			}
		})
	}
}

// One processor has all elements, and sends two, in 6 + 8 x 0.5 us, to each of
// three others: at once, or one message after the other through its port, of
// which half is hidden where the machine says so.
func TestPort(t *testing.T) {
	const text = `program scatter
integer, parameter :: n = 8
real :: x(n), y(n)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK(8)) ONTO p
!HPF$ DISTRIBUTE y(BLOCK) ONTO p
y = x
end program
`
	for _, c := range []struct {
		links, hidden string
		clocks        []float64
	}{
		{`links = "free"`, "0", []float64{0, 10, 10, 10}},
		{`links = "port"`, "0", []float64{0, 10, 20, 30}},
		{`links = "port"`, "0.5", []float64{0, 10, 15, 20}},
	} {
		t.Run(c.links, func(t *testing.T) {
			m := roundMachine(t, "", c.links, "concurrent_share   = 0", "concurrent_share   = "+c.hidden)
			r := numbersOf(t, modelsOf("x.f90", text, m)[0], settings.Settings{}).result
			for p, want := range c.clocks {
				if got := r.Clocks[p] * 1e6; math.Abs(got-want) > 1e-9 {
					t.Errorf("%s, %s hidden: processor %d goes on at %g us, want %g", c.links, c.hidden, p, got, want)
				}
			}
		})
	}
}
