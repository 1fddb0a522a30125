package evaluate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/events"
	"github.com/parlens/parlens/internal/oracle/generate"
	"github.com/parlens/parlens/machines"
)

var clockPrograms = flag.Int("clock-programs", 30, "random programs whose clocks are simulated message by message")

// The clocks of random loosely synchronous programs are those of a simulation
// processor by processor and message by message; waiting for neighbours never
// takes longer than waiting for all, and never less than the most work.
func TestClocksAgainstEvents(t *testing.T) {
	programs := *clockPrograms
	if testing.Short() {
		programs = min(programs, 10)
	}
	var waiting, slower, meetings, messages int
	compared := 0
	for seed := uint64(0); compared < programs && seed < uint64(10*programs); seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		text, procs := looseProgram(r), 1+r.IntN(6)
		if seed%4 == 3 { // on as many as it is written for: its tables of blocks fit no others
			text, procs = generate.Seeded(seed).Text(), 0
		}
		m := modelsOf("x.f90", text, sending(t, r))[0]
		n := numbersOf(t, m, settings.Settings{Procs: procs})
		want, err := events.Run(m.terms, n.env, 1<<20)
		if errors.Is(err, events.ErrWeighted) || errors.Is(err, events.ErrApart) || errors.Is(err, events.ErrLong) || n.result.Reading != "clock" {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		compared++
		meetings, messages = meetings+want.Meetings, messages+want.Messages
		most := 0.0
		for p, c := range want.Clocks {
			most = max(most, want.Work[p])
			if math.Abs(c-n.result.Clocks[p]) > 1e-9*c {
				t.Fatalf("seed %d: the clock of processor %d is %g, simulated %g\n%s", seed, p, n.result.Clocks[p], c, text)
			}
		}
		opt := n.options(n.env)
		opt.Reading = process.Barrier
		barrier, err := m.program.Run(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if T := n.result.T; T > barrier.T*(1+1e-9) || T < most*(1-1e-9) {
			t.Fatalf("seed %d: work %g <= clock %g <= barrier %g does not hold\n%s", seed, most, T, barrier.T, text)
		} else if T > most*(1+1e-9) {
			waiting++
			if T < barrier.T*(1-1e-9) {
				slower++
			}
		}
	}
	t.Logf("%d programs, %d exchanges, %d messages; waits on the way of %d; the barrier reading above %d of them", compared, meetings, messages, waiting, slower)
	if compared < programs || waiting < programs/4 || slower < programs/20 {
		t.Errorf("only %d of %d programs, %d wait, the barrier reading differs in %d", compared, programs, waiting, slower)
	}
}

// sending is the iPSC/860 with some way to send, and with calls that take time.
func sending(t *testing.T, r *rand.Rand) *machines.Machine {
	t.Helper()
	text := scaled(t, "ipsc860", "startup_s", []float64{0.01, 0.1, 1}[r.IntN(3)])
	extra := fmt.Sprintf("sends = %q\n", []string{"matched", "asynchronous", "blocking"}[r.IntN(3)])
	if r.IntN(2) == 0 {
		extra += "links = \"port\"\n"
	}
	if r.IntN(2) == 0 {
		extra += "buffer_bytes = 40\n"
		if r.IntN(2) == 0 {
			extra += "static_buffer_bytes = 8\n"
		}
	}
	text = strings.Replace(text, "topology   = ", extra+"topology   = ", 1)
	for _, end := range []string{"send", "receive"} {
		if r.IntN(2) == 0 {
			key := end + "_overhead_s"
			text = strings.Replace(text, key, fmt.Sprintf("%s = { value = %de-6, source = \"of the test\" }\n# ", key, 1+r.IntN(50)), 1)
		}
	}
	m, diags := machines.Parse("m.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	return m
}

// looseProgram alternates loops whose loads differ between processors with
// shifts over some distance, broadcasts, sums and pipelines, some of them in
// loops around.
func looseProgram(r *rand.Rand) string {
	n := 8 + r.IntN(40)
	format := []string{"BLOCK", "CYCLIC", "CYCLIC(2)"}[r.IntN(3)]
	rows := r.IntN(2) == 0
	matrix := "*," + format
	if rows {
		matrix = format + ",*"
	}
	text := fmt.Sprintf(`program loose
integer, parameter :: n = %d
real :: x(n), y(n), a(n,n), s
integer :: i, j, k, t
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (%s) ONTO p :: x, y
!HPF$ DISTRIBUTE a(%s) ONTO p
`, n, format, matrix)
	var block func(depth int) string
	block = func(depth int) string {
		out := ""
		for range 1 + r.IntN(3) {
			out += loosePhase(r, n, rows)
			if depth > 0 && r.IntN(3) == 0 {
				out += loop(r, block(0))
			}
		}
		return out
	}
	return text + block(1) + "end program\n"
}

// loop puts a body into a loop whose iterations are given, are found by running the
// program, or end with an EXIT.
func loop(r *rand.Rand, body string) string {
	trips := 1 + r.IntN(40)
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("k = 0\ndo while (k < %d)\n%sk = k + 1\nend do\n", trips, body)
	case 1:
		return fmt.Sprintf("k = 0\ndo\nk = k + 1\n%sif (k >= %d) exit\nend do\n", body, trips)
	}
	return fmt.Sprintf("do t = 1, %d\n%send do\n", trips, body)
}

// loosePhase is one step of a loosely synchronous program.
func loosePhase(r *rand.Rand, n int, rows bool) string {
	lo := 1 + r.IntN(n/2)
	hi := lo + r.IntN(n-lo)
	switch r.IntN(9) {
	case 0: // some processors only
		return fmt.Sprintf("do i = %d, %d\nx(i) = sqrt(y(i))\nend do\n", lo, hi)
	case 1: // a triangle
		if rows {
			return "do i = 1, n\ndo j = i, n\na(i,j) = 2.0*a(i,j)\nend do\nend do\n"
		}
		return "do j = 1, n\ndo i = 1, j\na(i,j) = 2.0*a(i,j)\nend do\nend do\n"
	case 2:
		return fmt.Sprintf("y = cshift(x, %d)\n", r.IntN(9)-4)
	case 3:
		by := 1 + r.IntN(4)
		return fmt.Sprintf("do i = 1, n-%d\ny(i) = y(i) + x(i+%d)\nend do\n", by, by)
	case 4:
		by := 1 + r.IntN(3)
		return fmt.Sprintf("do i = %d, n\nx(i) = y(i-%d)\nend do\n", by+1, by)
	case 5: // one element for all
		return fmt.Sprintf("do i = 1, n\ny(i) = y(i) + x(%d)\nend do\n", lo)
	case 6:
		return fmt.Sprintf("s = sum(x(%d:%d))\n", lo, hi)
	case 7: // a pipeline
		return "do j = 2, n\ndo i = 2, n\na(i,j) = a(i-1,j) + a(i,j-1)\nend do\nend do\n"
	default: // the other way round
		return fmt.Sprintf("do i = n-1, %d, -1\nx(i) = x(i+1) + y(i)\nend do\n", lo)
	}
}
