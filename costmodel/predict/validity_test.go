package predict

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	costmemory "github.com/parlens/parlens/costmodel/memory"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/costmodel/symbolic"
	"github.com/parlens/parlens/machines"
)

// TestValidityDocument keeps the tables of docs/validity.md what the component
// models say beside simulations and published measurements.
func TestValidityDocument(t *testing.T) {
	const path = "../../docs/validity.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc := between(t, string(data), "cache", cacheTable(t))
	doc = between(t, doc, "messages", messageTable(t))
	doc = between(t, doc, "reduction", reductionTable(t))
	switch {
	case doc == string(data):
	case *update:
		if err := os.WriteFile(path, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date: go test ./costmodel/predict -run ValidityDocument -update", path)
	}
}

// cache is a set-associative cache with least recently used replacement, the
// i860's: 8 KB, lines of 32 bytes, 2 ways. A store that misses loads its line.
type cache struct {
	sets   [128][]int
	misses int
}

func (c *cache) touch(address int) {
	line := address / 32
	set := &c.sets[line%len(c.sets)]
	for i, l := range *set {
		if l == line {
			*set = append(append((*set)[:i:i], (*set)[i+1:]...), line)
			return
		}
	}
	c.misses++
	if *set = append(*set, line); len(*set) > 2 {
		*set = (*set)[1:]
	}
}

// traversal is a loop nest over reals with what the model is told of it, and
// what it touches.
type traversal struct {
	name       string
	iterations int
	streams    []costmemory.Stream
	repeated   bool
	run        func(touch func(array, element int))
}

// apart lays arrays in memory one behind the other with a gap, as a compiler
// that pads would.
func apart(array, element int) int { return array*((1<<22)+96) + 4*element }

func traversals(a *symbolic.Arena) []traversal {
	load := func(stride, columns int64, run, elements int) costmemory.Stream {
		return costmemory.Stream{Bytes: 4, Stride: stride, Columns: columns, Run: a.Int(int64(run)), Elements: a.Int(int64(elements))}
	}
	store := func(s costmemory.Stream) costmemory.Stream { s.Store = true; return s }
	var out []traversal
	out = append(out, traversal{"a(i) = b(i) + c(i), 100000 elements", 100000,
		[]costmemory.Stream{load(1, 1, 100000, 100000), load(1, 1, 100000, 100000), store(load(1, 1, 100000, 100000))}, false,
		func(touch func(array, element int)) {
			for i := range 100000 {
				touch(1, i)
				touch(2, i)
				touch(0, i)
			}
		}})
	for _, n := range []int{64, 250, 500, 1000, 1024} {
		out = append(out, traversal{fmt.Sprintf("five-point stencil, columns of %d", n), (n - 2) * 62,
			[]costmemory.Stream{load(1, 3, n-2, n*64), store(load(1, 1, n-2, n*64))}, false,
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
		out = append(out, traversal{fmt.Sprintf("a(i,j) = b(j,i), %d x %d", n, n), n * n,
			[]costmemory.Stream{load(costmemory.Far, 1, n, n*n), store(load(1, 1, n, n*n))}, false,
			func(touch func(array, element int)) {
				for j := range n {
					for i := range n {
						touch(1, j+n*i)
						touch(0, i+n*j)
					}
				}
			}})
	}
	for _, n := range []int{1500, 2500} {
		out = append(out, traversal{fmt.Sprintf("10 passes over %d elements", n), 10 * n,
			[]costmemory.Stream{load(1, 1, n, n)}, true,
			func(touch func(array, element int)) {
				for range 10 {
					for i := range n {
						touch(0, i)
					}
				}
			}})
	}
	return out
}

// cacheTable compares the misses that the model counts with those of a simulated
// cache.
func cacheTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| loop | misses, model | simulated cache | model / simulation |\n|---|--:|--:|--:|\n")
	env := map[string]float64{"memory.cache_bytes": 8192, "memory.line_bytes": 32, "memory.fetch_miss_s": 1, "memory.store_miss_s": 1}
	a := symbolic.NewArena()
	for _, x := range traversals(a) {
		each, err := a.Eval(costmemory.Model{A: a}.Misses(x.streams, x.repeated), env)
		if err != nil {
			t.Fatal(err)
		}
		c := &cache{}
		x.run(func(array, element int) { c.touch(apart(array, element)) })
		model := each * float64(x.iterations)
		fmt.Fprintf(&b, "| %s | %.0f | %d | %.2f |\n", x.name, model, c.misses, model/float64(c.misses))
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
			fmt.Fprintf(&b, "| %s | %.0f | %s | %s | %.2f |\n", f.name, p.bytes, Seconds(p.seconds), Seconds(got), got/p.seconds)
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
		fmt.Fprintf(&b, "| %.0f | %s |", p.bytes, Seconds(p.seconds))
		for _, algorithm := range []string{"recursive-doubling", "rabenseifner"} {
			m := networks[1].model(t, algorithm)
			g := network.Group{Partners: m.A.Int(1536), Stages: m.A.CeilLog2(m.A.Int(1536))}
			combine := m.A.Real(p.bytes * 0.1e-9)
			got := seconds(t, m, m.Reduce(g, m.A.Int(int64(p.bytes)), combine))
			fmt.Fprintf(&b, " %s | %.2f |", Seconds(got), got/p.seconds)
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
	for name, text := range programs {
		for _, machine := range machines.Shipped() {
			for _, u := range reportOf(t, name, text, Settings{Machine: machine}).Units {
				for _, p := range u.Parameters {
					entered[p.Name] = true
				}
			}
		}
	}
	for _, kind := range []string{"processing", "memory", "communication"} {
		for _, k := range machines.Keys([]string{kind}) {
			silent := strings.Contains(k.Meaning, "enters no prediction")
			if name := kind + "." + k.Name; k.Required && !k.Table && entered[name] == silent {
				t.Errorf("%s enters predictions: %v; docs/machines.md says that it enters none: %v", name, entered[name], silent)
			}
		}
	}
}
