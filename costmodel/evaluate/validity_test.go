package evaluate

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// TestValidityDocument keeps the tables of docs/validity.md what the component
// models say beside simulations and published measurements.
func TestValidityDocument(t *testing.T) {
	pages.Tables(t, "../../docs/validity.md", func(doc string) string {
		doc = pages.Between(t, doc, "cache", cacheTable(t))
		doc = pages.Between(t, doc, "pages", pagesTable(t))
		doc = pages.Between(t, doc, "messages", messageTable(t))
		return pages.Between(t, doc, "reduction", reductionTable(t))
	})
}

// cache is a set-associative cache, or a TLB, with least recently used
// replacement. A store that misses loads its line.
type cache struct {
	line, ways int
	sets       [][]int
	misses     int
}

// The i860's: 8 KB in 2 ways, lines of 32 bytes; 64 pages of 4 KB in 4 ways.
func dataCache() *cache { return &cache{line: 32, ways: 2, sets: make([][]int, 128)} }
func pageTable() *cache { return &cache{line: 4096, ways: 4, sets: make([][]int, 16)} }

func (c *cache) touch(address int) {
	line := address / c.line
	set := &c.sets[line%len(c.sets)]
	for i, l := range *set {
		if l == line {
			*set = append(append((*set)[:i:i], (*set)[i+1:]...), line)
			return
		}
	}
	c.misses++
	if *set = append(*set, line); len(*set) > c.ways {
		*set = (*set)[1:]
	}
}

// traversal is a loop nest over reals, and what it touches.
type traversal struct {
	name, program string
	run           func(touch func(array, element int))
}

// apart lays arrays in memory one behind the other with a gap, as a compiler
// that pads would.
func apart(array, element int) int { return array*((1<<22)+96) + 4*element }

// loops is a program with reals a, b and c of some extents, and a body.
func loops(extents, body string) string {
	return fmt.Sprintf("program x\nreal :: a(%[1]s), b(%[1]s), c(%[1]s), s\ninteger :: i, j, t\n%[2]s\nend program\n", extents, body)
}

func traversals() []traversal {
	var out []traversal
	out = append(out, traversal{"a(i) = b(i) + c(i), 100000 elements",
		loops("100000", "do i = 1, 100000\na(i) = b(i) + c(i)\nend do"),
		func(touch func(array, element int)) {
			for i := range 100000 {
				touch(1, i)
				touch(2, i)
				touch(0, i)
			}
		}})
	for _, n := range []int{64, 250, 500, 512, 1000, 1024, 1028} {
		out = append(out, traversal{fmt.Sprintf("five-point stencil, columns of %d", n),
			loops(fmt.Sprintf("%d,64", n), fmt.Sprintf("do j = 2, 63\ndo i = 2, %d\na(i,j) = b(i-1,j) + b(i+1,j) + b(i,j-1) + b(i,j+1)\nend do\nend do", n-1)),
			func(touch func(array, element int)) {
				for j := 1; j < 63; j++ {
					for i := 1; i < n-1; i++ {
						touch(1, i-1+n*j)
						touch(1, i+1+n*j)
						touch(1, i+n*(j-1))
						touch(1, i+n*(j+1))
						touch(0, i+n*j)
					}
				}
			}})
	}
	for _, n := range []int{100, 256, 300} {
		out = append(out, traversal{fmt.Sprintf("a(i,j) = b(j,i), %d x %d", n, n),
			loops(fmt.Sprintf("%d,%d", n, n), fmt.Sprintf("do j = 1, %[1]d\ndo i = 1, %[1]d\na(i,j) = b(j,i)\nend do\nend do", n)),
			func(touch func(array, element int)) {
				for j := range n {
					for i := range n {
						touch(1, j+n*i)
						touch(0, i+n*j)
					}
				}
			}})
	}
	for _, n := range []int{60, 128} {
		out = append(out, traversal{fmt.Sprintf("c(i,j) = c(i,j) + a(i,t) b(t,j), %d x %d, t innermost", n, n),
			loops(fmt.Sprintf("%d,%d", n, n), fmt.Sprintf("do j = 1, %[1]d\ndo i = 1, %[1]d\ndo t = 1, %[1]d\ns = s + a(i,t) * b(t,j)\nend do\nend do\nend do", n)),
			func(touch func(array, element int)) {
				for j := range n {
					for i := range n {
						for k := range n {
							touch(0, i+n*k)
							touch(1, k+n*j)
						}
					}
				}
			}})
	}
	for _, n := range []int{1500, 2500} {
		out = append(out, traversal{fmt.Sprintf("10 passes over %d elements", n),
			loops(fmt.Sprint(n), fmt.Sprintf("do t = 1, 10\ndo i = 1, %d\ns = s + b(i)\nend do\nend do", n)),
			func(touch func(array, element int)) {
				for range 10 {
					for i := range n {
						touch(1, i)
					}
				}
			}})
	}
	return out
}

// wide are traversals of more memory than the TLB reaches.
func wide() []traversal {
	out := traversals()[:1]
	for _, n := range []int{64, 300, 1000} {
		out = append(out, traversal{fmt.Sprintf("sum of a(i,j), %d x 100, j innermost", 10*n),
			loops(fmt.Sprintf("%d,100", 10*n), fmt.Sprintf("do i = 1, %d\ndo j = 1, 100\ns = s + a(i,j)\nend do\nend do", 10*n)),
			func(touch func(array, element int)) {
				for i := range 10 * n {
					for j := range 100 {
						touch(0, i+10*n*j)
					}
				}
			}})
	}
	return append(out, traversal{"a(i,j) = b(j,i), 300 x 300", traversals()[10].program, traversals()[10].run},
		traversal{"10 passes over 200000 elements",
			loops("200000", "do t = 1, 10\ndo i = 1, 200000\ns = s + b(i)\nend do\nend do"),
			func(touch func(array, element int)) {
				for range 10 {
					for i := range 200000 {
						touch(1, i)
					}
				}
			}})
}

// pagesTable compares the misses of the TLB likewise.
func pagesTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| loop | misses, model | simulated TLB | model / simulation |\n|---|--:|--:|--:|\n")
	machine := strings.Replace(scaled(t, "ipsc860", `\w+_s`, 0), "tlb_miss_s    = { value = 0", "tlb_miss_s    = { value = 1", 1)
	for _, x := range wide() {
		c := pageTable()
		x.run(func(array, element int) { c.touch(apart(array, element)) })
		model := timesOf(t, machine, "x.f90", x.program, settings.Settings{})[0]
		fmt.Fprintf(&b, "| %s | %.0f | %d | %.2f |\n", x.name, model, c.misses, model/float64(c.misses))
	}
	return b.String()
}

// countingMisses is the iPSC/860 where everything takes no time but a miss, which
// takes a second.
func countingMisses(t *testing.T) string {
	t.Helper()
	free := scaled(t, "ipsc860", `\w+_s`, 0)
	return regexp.MustCompile(`(fetch|store)_miss_s( *)= \{ value = 0`).ReplaceAllString(free, "${1}_miss_s$2= { value = 1")
}

// cacheTable compares the misses that the model counts, in both ways, with those
// of a simulated cache.
func cacheTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| loop | misses, model | simulated cache | model / simulation | counters | counters / simulation |\n|---|--:|--:|--:|--:|--:|\n")
	machine := countingMisses(t)
	for _, x := range traversals() {
		c := dataCache()
		x.run(func(array, element int) { c.touch(apart(array, element)) })
		model := timesOf(t, machine, "x.f90", x.program, settings.Settings{})[0]
		if r := model / float64(c.misses); r < 0.7 || r > 1.3 {
			t.Errorf("%s: %.0f misses, simulated %d", x.name, model, c.misses)
		}
		counters := timesOf(t, withCounters(machine), "x.f90", x.program, settings.Settings{})[0]
		if r := counters / float64(c.misses); r < 0.1 || r > 2 {
			t.Errorf("%s: the counters detect %.0f misses, simulated %d", x.name, counters, c.misses)
		}
		fmt.Fprintf(&b, "| %s | %.0f | %d | %.2f | %.0f | %.2f |\n", x.name, model, c.misses, model/float64(c.misses), counters, counters/float64(c.misses))
	}
	return b.String()
}

// point is a published measurement: seconds of a message, or of a collective
// operation, of a size.
type point struct{ bytes, seconds float64 }

// fitted is a network with the two segments that were fitted to its published
// curve.
type fitted struct {
	name     string
	upTo     int
	segments [2][2]float64 // start-up and seconds a byte
	points   []point
}

// Sources: Cray Aries (XC50), OSU latency table in the documentation of Sarus,
// CSCS; Fujitsu Tofu-D, IMB PingPong of RIKEN in the repository julia-on-fugaku
// (2022).
var networks = []fitted{
	{"Cray Aries (XC50)", 8191, [2][2]float64{{1.08e-6, 0.286e-9}, {3.41e-6, 0.1015e-9}},
		[]point{{0, 1.11e-6}, {1024, 1.39e-6}, {8192, 4.21e-6}, {4 << 20, 431.85e-6}}},
	{"Tofu-D (Fugaku)", 16383, [2][2]float64{{1.22e-6, 0.386e-9}, {5.25e-6, 0.1625e-9}},
		[]point{{0, 1.05e-6}, {1024, 1.98e-6}, {8192, 3.90e-6}, {16384, 7.27e-6}, {4 << 20, 668e-6}}},
}

// model makes the network model of a machine with the fitted segments and an
// algorithm for reductions.
func (f fitted) model(t *testing.T, reduction string) network.Model {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	at := strings.Index(text, "[[part.cube.communication.segments]]")
	origin := "provenance = \"fitted\"\nsource = \"see above\"\n"
	segment := func(upTo string, s [2]float64) string {
		return fmt.Sprintf("[[part.cube.communication.segments]]\n%s%sstartup_s = %g\nper_byte_s = %g\nper_hop_s = 0\n", origin, upTo, s[0], s[1])
	}
	text = text[:at] + segment(fmt.Sprintf("up_to_bytes = %d\n", f.upTo), f.segments[0]) + segment("", f.segments[1]) +
		"[part.cube.communication.collectives]\nreduction = \"" + reduction + "\"\n" + text[strings.Index(text, "[part.link"):]
	m, diags := machines.Parse("m.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	return network.Model{A: symbolic.NewArena(), M: m}
}

// seconds evaluates an expression with the machine's numbers.
func seconds(t *testing.T, m network.Model, e symbolic.Expr) float64 {
	t.Helper()
	env := map[string]float64{}
	for _, name := range m.M.Names() {
		n, _ := m.M.Number(name)
		env[name] = n.Value
	}
	v, err := m.A.Eval(e, env)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// messageTable compares messages with the published curves that their segments
// were fitted to.
func messageTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| network | bytes | measured | model | model / measured |\n|---|--:|--:|--:|--:|\n")
	for _, f := range networks {
		for _, p := range f.points {
			m := f.model(t, "recursive-doubling")
			got := seconds(t, m, m.Message(m.A.Int(int64(p.bytes)), m.Neighbour()))
			if math.Abs(got/p.seconds-1) > 0.25 {
				t.Errorf("%s, %g bytes: %g s, measured %g", f.name, p.bytes, got, p.seconds)
			}
			fmt.Fprintf(&b, "| %s | %.0f | %s | %s | %.2f |\n", f.name, p.bytes, report.Seconds(p.seconds), report.Seconds(got), got/p.seconds)
		}
	}
	return b.String()
}

// allreduce is the sum over 1536 processes of Fugaku, 384 nodes with 4 each
// (RIKEN, in the same repository).
var allreduce = []point{{8, 4.56e-6}, {64, 35.6e-6}, {1 << 10, 51.8e-6}, {8 << 10, 137e-6}, {64 << 10, 884e-6}, {128 << 10, 337e-6}, {1 << 20, 827e-6}, {4 << 20, 2020e-6}}

// reductionTable compares the stages of a reduction with a measured one.
func reductionTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| bytes | measured | recursive doubling | / measured | Rabenseifner | / measured |\n|--:|--:|--:|--:|--:|--:|\n")
	for _, p := range allreduce {
		fmt.Fprintf(&b, "| %.0f | %s |", p.bytes, report.Seconds(p.seconds))
		for _, algorithm := range []string{"recursive-doubling", "rabenseifner"} {
			m := networks[1].model(t, algorithm)
			g := network.Group{Partners: m.A.Int(1536), Stages: m.A.CeilLog2(m.A.Int(1536))}
			combine := m.A.Real(p.bytes * 0.1e-9)
			got := seconds(t, m, m.Reduce(g, m.A.Int(int64(p.bytes)), combine))
			fmt.Fprintf(&b, " %s | %.2f |", report.Seconds(got), got/p.seconds)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// What a machine file's keys say to enter no prediction enters none, and every
// other number of a compute unit enters that of some example or of a program
// made of what they lack.
func TestNumbersThatEnterNoPrediction(t *testing.T) {
	const lacking = `program lacking
  integer i(8), j
  double precision d(8)
  real r(8)
  logical l(8)
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: i, d, r, l
  i = i * 2 / 3 + int(r)
  d = d * 2.0d0 / 3.0d0 + d ** 2.5d0 + abs(d)
  r = r ** 2.5 + sqrt(r) + exp(r) + log(r) + sin(r) + max(r, 1.0) / 3.0
  l = l .and. r > 1.0
  if (r(1) > 0) r(1) = 1
  d(1:4) = d(5:8)
  call nothing
end program
`
	entered := map[string]bool{"memory.memory_bytes": true} // the diagnostic of arrays that do not fit
	programs := examples(t)
	programs["lacking.f90"] = lacking
	programs["synchronized.f90"] = "program synchronized\nsync all\nend program\n"
	for name, text := range programs {
		snap := workspace.New(texts.FS{name: text, "calling.toml": callingMachine(t)}).Snapshot()
		for _, machine := range append(machines.Shipped(), "calling.toml") {
			r, err := File(context.Background(), snap, name, settings.Settings{Machine: machine})
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range r.Units {
				for _, p := range u.Parameters {
					entered[p.Name] = true
				}
			}
		}
	}
	for _, kind := range []string{"processing", "memory", "communication"} {
		t.Run(kind, func(t *testing.T) {
			for _, k := range machines.Keys([]string{kind}) {
				silent := strings.Contains(k.Meaning, "enters no prediction")
				if name := kind + "." + k.Name; k.Required && !k.Table && entered[name] == silent {
					t.Errorf("%s enters predictions: %v; docs/machines.md says that it enters none: %v", name, entered[name], silent)
				}
			}
		})
	}
}

// callingMachine is the text of a machine whose calls are not part of the start-up.
func callingMachine(t *testing.T) string {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	return regexp.MustCompile(`((?:send|receive)_overhead_s *= \{ value = )0`).ReplaceAllString(text, "${1}1e-6")
}
