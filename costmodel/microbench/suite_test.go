package microbench

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/machines"
)

var small = []Cache{{"L1", 4 << 10, 8, 64}, {"L2", 16 << 10, 8, 64}, {"L3", 64 << 10, 16, 64}}

// The suite is Fortran that compiles without warnings and runs, whatever it measures;
// and any times that it may write make a machine file without a fault.
func TestSuiteRuns(t *testing.T) {
	cells := Cells(small)
	out := ran(t, map[string]string{"kernels.f90": Kernels(cells), "driver.f90": Driver(cells, 2)}, "kernels.f90", "0.02", "1")
	round, _, err := ParseRound(out)
	if err != nil {
		t.Fatal(err)
	}
	node, err := Fit(Samples{Rounds: []Round{round, round, round}}, small)
	if err != nil {
		t.Fatal(err)
	}
	valid(t, TOML(Description{Name: "here", CPU: "a \"processor\"", Compiler: "gfortran", Flags: "-O1", Cores: 2, MemoryBytes: 1e9, Contended: 1e-9}, node, small, nil))
}

// ran compiles sources, of which the first is used by driver.f90, without a warning, and
// returns what the program writes.
func ran(t *testing.T, sources map[string]string, first string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range sources {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	if out := run("gfortran", "-O1", "-o", "suite", first, "driver.f90"); out != "" {
		t.Errorf("the compiler says\n%s", out)
	}
	return run(filepath.Join(dir, "suite"), args...)
}

func valid(t *testing.T, text string) *machines.Machine {
	t.Helper()
	m, diags := machines.Parse("here.toml", []byte(text))
	if m == nil || len(diags) > 0 {
		t.Fatalf("%v\n%s", diags, text)
	}
	return m
}

// machine is one whose times are known: what the kernels take on it.
type machine struct {
	issue, add, multiply, load, store, latency float64
	start                                      float64 // of a loop
	lanes                                      float64
	fetch, put                                 [3]float64 // a line over each boundary, fetched; stored too
	added                                      bool
}

func (m machine) round() Round {
	r := Round{}
	for _, c := range Cells(small) {
		k := c.Kernel
		arithmetic := k.Adds + k.Multiplies
		core := max(k.Adds*m.add, k.Multiplies*m.multiply, k.Loads*m.load, k.Stores*m.store,
			m.issue*(arithmetic+k.Stores+max(1, k.Loads-arithmetic)+2))
		switch {
		case strings.HasPrefix(k.Name, "chain-"), k.Name == "vector-sum":
			core = m.latency
		case strings.HasPrefix(k.Name, "vector-"):
			core = 1e9 * r["adds@L1"] / m.lanes
		case k.Name == "masked":
			core = 1e9 * r["adds@L1"]
		case k.Name == "mask-random":
			core += 5
		case k.Name == "short-loops":
			core += m.start * starts / float64(c.N())
		}
		level := 0
		if c.Size.Name == "half" || c.Size.Name == "whole" {
			level = len(small) - 1
		}
		for i, s := range Sizes(small) {
			if s.Name == c.Size.Name {
				level = i
			}
		}
		most, sum := 0.0, 0.0
		for b := range level {
			t := (k.Loads*m.fetch[b] + k.Stores*m.put[b]) / 8
			if k.Update {
				t = m.put[b] / 8
			}
			most, sum = max(most, t), sum+t
		}
		if m.added {
			core += sum
		}
		r[c.Name()] = 1e-9 * max(core, most)
	}
	return r
}

// From the times of a machine that obeys the model the numbers come back.
func TestFitFindsTheMachine(t *testing.T) {
	base := machine{issue: 0.1, add: 0.2, multiply: 0.2, load: 0.15, store: 0.3, latency: 1, start: 3, lanes: 4, fetch: [3]float64{2, 4, 8}, put: [3]float64{3, 8, 16}}
	added := base
	added.added = true
	for _, c := range []struct {
		name, composition string
		m                 machine
	}{{"overlapped", "overlapped", base}, {"added", "transfers-added", added}} {
		t.Run(c.name, func(t *testing.T) {
			r := c.m.round()
			node, err := Fit(Samples{Rounds: []Round{r, r, r}}, small)
			if err != nil {
				t.Fatal(err)
			}
			if node.Composition != c.composition || node.Vectorizes != "masked-loops" || node.Sums {
				t.Errorf("composition %s, vectorizes %s, sums %v; errors %v", node.Composition, node.Vectorizes, node.Sums, node.Errors)
			}
			told := Description{Name: "here", CPU: "c", Compiler: "f", Cores: 1, MemoryBytes: 1e9, Told: true}
			m := valid(t, TOML(told, node, small, nil))
			for name, want := range map[string]string{"memory.levels.1.bytes": "as told by --caches", "memory.memory_bytes": "reported by the operating system"} {
				t.Run(name, func(t *testing.T) {
					if n, _ := m.Number(name); n.Source != want {
						t.Errorf("%s is %s, want %s", name, n.Source, want)
					}
				})
			}
			for name, want := range map[string]float64{
				"processing.double_add_s": 0.2, "processing.double_multiply_s": 0.2, "processing.add_latency_s": 1, "processing.vector_bytes": 32e9,
				"memory.levels.1.fetch_miss_s": 2, "memory.levels.2.fetch_miss_s": 4, "memory.fetch_miss_s": 8,
				"memory.levels.1.store_miss_s": 3, "memory.levels.2.store_miss_s": 8, "memory.store_miss_s": 16, "processing.misprediction_s": 10, "processing.loop_setup_s": 3,
			} {
				t.Run(name, func(t *testing.T) {
					n, _ := m.Number(name)
					if got := n.Value * 1e9; math.Abs(got/want-1) > 0.05 {
						t.Errorf("%s = %.3g, want %.3g", name, got, want)
					}
				})
			}
		})
	}
}

// What a process writes, and which processes count.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		name, out      string
		steady, failed bool
	}{
		{"the control is the same", "chain-add@L1 10 1e-8\nx@L1 10 2e-8\nchain-add@L1 10 1.05e-8\n", true, false},
		{"it is not", "chain-add@L1 10 1e-8\nchain-add@L1 10 1.2e-8\n", false, false},
		{"no number", "chain-add@L1 ten 1e-8\n", false, true},
		{"something else", "forrtl: severe\n", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, steady, err := ParseRound(c.out)
			if steady != c.steady && err == nil || (err != nil) != c.failed {
				t.Errorf("%v %v", steady, err)
			}
		})
	}
	at := func(control, x float64) Round { return Round{"chain-add@L1": control, "x@L1": x} }
	s := Samples{Rounds: []Round{at(1, 1), at(1.05, 2), at(1.3, 100), at(1, 3)}}
	s.Settle()
	if v := s.Of("x@L1"); v.Seconds != 2 || v.Spread != 0.25 || s.Rejected != 1 {
		t.Errorf("median %g, spread %g, %d rejected", v.Seconds, v.Spread, s.Rejected)
	}
	again, err := ParseCSV(s.CSV() + "chain-add@L1,4")
	if err != nil || again.CSV() != s.CSV() {
		t.Errorf("%v\n%s", err, again.CSV())
	}
	if _, err := ParseCSV("cell,round,seconds\nx,0,1\n"); err == nil {
		t.Error("round 0 is read")
	}
}

// Two lines through times that are two lines, whatever the noise of a percent.
func TestSegments(t *testing.T) {
	var out strings.Builder
	for i, n := range []float64{0, 8, 64, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 4194304} {
		seconds := 1e-6 + 1e-9*n
		if n > 8192 {
			seconds = 5e-6 + 1e-10*n
		}
		fmt.Fprintf(&out, "message %.0f %.9e\n", n, seconds*(1+0.01*float64(i%2)))
	}
	out.WriteString("exchange 1 8 2e-6\nexchange 2 8 3e-6\nbroadcast 2 8 1.5e-6\n")
	net, err := ParseNetwork(out.String())
	if err != nil {
		t.Fatal(err)
	}
	s := net.Segments()
	if len(s) != 2 || s[0].UpTo != 8192 || math.Abs(s[0].Startup/1e-6-1) > 0.02 || math.Abs(s[1].PerByte/1e-10-1) > 0.02 {
		t.Errorf("%+v", s)
	}
	node := &Node{Composition: "overlapped", Vectorizes: "nothing"}
	r := machine{issue: 0.1, add: 0.2, multiply: 0.2, load: 0.15, store: 0.3, latency: 1, lanes: 1}.round()
	if node, err = Fit(Samples{Rounds: []Round{r}}, small); err != nil {
		t.Fatal(err)
	}
	m := valid(t, TOML(Description{Name: "here", CPU: "c", Compiler: "f", Cores: 2, MemoryBytes: 1e9, MPI: "mpiexec -n {n}"}, node, small, net))
	hidden, _ := m.Number("communication.concurrent_share")
	assumed, _ := m.Number("communication.overlap_share")
	if hidden.Value != 0.5 || hidden.Provenance != machines.Measured || assumed.Value != 0 || assumed.Provenance != machines.Derived {
		t.Errorf("%+v, %+v", hidden, assumed)
	}
	if got := m.Measured("broadcast"); len(got) != 1 || got[0].Time.Value != 1.5e-6 {
		t.Errorf("%+v", got)
	}
}
