package spar

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// sparFile is an example program in a workspace of its own.
func sparFile(t testing.TB, name string) (*workspace.Snapshot, *workspace.File) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/spar/" + name)
	if err != nil {
		t.Fatal(err)
	}
	snap := workspace.New(texts.FS{name: string(data)}).Snapshot()
	f, err := snap.File(name)
	if err != nil {
		t.Fatal(err)
	}
	return snap, f
}

// modelOfText models a text.
func modelOfText(t testing.TB, text string) *Model {
	t.Helper()
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	f, err := snap.File("a.spar")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ModelOf(snap, f, settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sparModelOf models an example, which must be free of errors.
func sparModelOf(t testing.TB, name string, s settings.Settings) *Model {
	t.Helper()
	snap, f := sparFile(t, name)
	m, err := ModelOf(snap, f, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range m.Diagnostics {
		if d.Code == "spar-scheme" { // a remark on how messages are sent
			continue
		}
		t.Errorf("%s:%d: %s", name, f.Text.LineOf(d.Span.Start), d.Message)
	}
	return m
}

func sparNumbers(t testing.TB, name string, s settings.Settings) Numbers {
	t.Helper()
	m := sparModelOf(t, name, s)
	n, err := m.Numbers(m.Values(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func loads(runs []calculus.Run) string {
	s := ""
	for _, r := range runs {
		s += fmt.Sprintf(" %dx%v", r.Count, r.Load)
	}
	return strings.TrimSpace(s)
}

// unit charges of the report's exact examples: one for an operation and for a
// move between processors, none for a local one.
var unitCharges = map[string]float64{"t_c": 1, "t_l": 0, "t_g": 1, "moves_load_network": 1}

// The numbers that paper 004 prints for ADI (section 1.1) and the demo (section
// 2.5), from source text.
func TestSparPublishedNumbers(t *testing.T) {
	for _, c := range []struct {
		file          string
		T, phi, omega float64
		delta         string
	}{
		{"adi.spar", 1961, 393, 1961, "1x0 1x1961 19x1960"},
		{"adi_rows.spar", 55001, 646, 5700, "1x5700 1x2001 18x3000 1x2800"},
		{"demo.spar", 340, 336, 340, "1x0 1x340 19x5"},
		{"ave.spar", 1559 + 455, 0, 0, ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			for _, reading := range []float64{0, 1} {
				t.Run(fmt.Sprint(reading), func(t *testing.T) { // of a local move, which takes no time here
					values := map[string]float64{"local_moves_load": reading}
					for k, v := range unitCharges {
						values[k] = v
					}
					n := sparNumbers(t, c.file, settings.Settings{Values: values})
					if n.T != c.T || c.phi > 0 && (n.Phi != c.phi || n.Omega != c.omega || loads(n.Delta) != c.delta) {
						t.Errorf("%s: T %v phi %v omega %v delta %s, want %v", c.file, n.T, n.Phi, n.Omega, loads(n.Delta), c)
					}
				})
			}
		})
	}
}

// The lower bound of the demo's loop, which the report prints wrongly in its
// appendix C and uses rightly.
func TestSparDemoLowerBound(t *testing.T) {
	m := sparModelOf(t, "demo.spar", settings.Settings{})
	if !strings.Contains(m.Print(settings.Settings{}, nil).String(), "numeric settle_lb_0000 = (demo_size_0 div 20)") {
		t.Error("there is no lower bound of size div 20 in the model:\n" + m.Print(settings.Settings{}, nil).String())
	}
	for _, o := range m.Compiled().Outputs() {
		if o.Name() == "settle_lb_0000" {
			if x, err := m.Compiled().Value(o, nil); x != 5 || err != nil {
				t.Errorf("the lower bound is %v, want 5 (%v)", x, err)
			}
		}
	}
}

var sparExamples = []string{"adi.spar", "adi_rows.spar", "ave.spar", "demo.spar", "matmul.spar", "gauss.spar", "gauss_cyclic.spar", "gauss_ij.spar", "gauss_ij_cyclic.spar", "psrs.spar", "psrs1.spar"}

// The printed model, compiled by the PAMELA compiler on its own, gives the T of
// the prediction; and the charges of the lines add up to it.
func TestSparModelAndReportAgree(t *testing.T) {
	for _, name := range sparExamples {
		t.Run(name, func(t *testing.T) {
			snap, f := sparFile(t, name)
			r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			u := r.Units[0]
			if u.NoEstimate != "" {
				t.Errorf("%s: %s", name, u.NoEstimate)
				return
			}
			m := sparModelOf(t, name, settings.Settings{})
			alone := pamela.Compile("printed", m.Print(settings.Settings{}, nil).String(), pamela.Options{Include: func(string) (string, error) {
				text, _ := machines.Model("das")
				return text, nil
			}})
			for _, d := range alone.Diagnostics {
				t.Errorf("%s: %s", name, d.Message)
			}
			T, err := alone.Value(alone.Simplify(alone.Process("main")[0]), alone.Defaults())
			if err != nil || math.Abs(T-sparNumbers(t, name, settings.Settings{}).T) > 1e-12*T {
				t.Errorf("%s: the model alone takes %v (%v), the report says %v", name, T, err, u.Charge.Total())
			}
			sum := 0.0
			for _, l := range u.Lines {
				sum += l.Charge.Total()
				if l.Charge.Total() < 0 {
					t.Errorf("%s:%d costs %v", name, l.Line, l.Charge)
				}
			}
			if math.Abs(sum-T) > 1e-12*T {
				t.Errorf("%s: the lines add up to %v, not to %v", name, sum, T)
			}
		})
	}
}

// The formulas of a method, from a model of it alone, are those that the whole
// model has.
func TestSparFormulas(t *testing.T) {
	for i, name := range sparExamples {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && i%2 != 0 {
				return
			}
			m := sparModelOf(t, name, settings.Settings{})
			whole := m.Compiled()
			for _, x := range m.Program.Methods {
				for _, o := range whole.Process(x.Model) {
					if o.Model == "delta" {
						continue
					}
					if got, want := m.formula(x, o.Model), whole.Plain(whole.Simplify(o)); got != want || got == "" {
						t.Errorf("%s: %s of %s is\n%s\nthe whole model has\n%s", name, o.Model, x.Name, got, want)
					}
				}
			}
		})
	}
}

// published are the parameter sets of table 4.1, as the machine has them.
func published(pattern float64, n int) map[string]float64 {
	return map[string]float64{"pattern": pattern, "N": float64(n), "n": float64(n)}
}

// times are T for some numbers of processors.
func times(t *testing.T, name string, values map[string]float64, procs ...int) []float64 {
	t.Helper()
	m := sparModelOf(t, name, settings.Settings{Values: values})
	var out []float64
	for _, p := range procs {
		n, err := m.Numbers(m.Values(settings.Settings{Procs: p, Values: values}))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n.T)
	}
	return out
}

func falling(x []float64) bool {
	for i := 1; i < len(x); i++ {
		if x[i] >= x[i-1] {
			return false
		}
	}
	return true
}

// Every qualitative finding of paper 004's case studies (chapter 4), with the
// parameters of table 4.1.
func TestSparFindings(t *testing.T) {
	powers := []int{1, 2, 4, 8, 16, 32, 64}
	t.Run("ADI over j speeds up, over i it does not", func(t *testing.T) {
		j := times(t, "adi.spar", published(1, 1024), powers...)
		i := times(t, "adi_rows.spar", published(1, 1024), powers...)
		if !falling(j) || j[0]/j[6] < 32 {
			t.Error("over j: ", j)
		}
		for k := range i {
			if i[k] < i[0]*0.7 {
				t.Error("over i: ", i)
			}
		}
	})
	t.Run("MATMUL speeds up", func(t *testing.T) {
		for _, n := range []int{256, 512, 1024} {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				if x := times(t, "matmul.spar", published(2, n), 1, 2, 4, 8); !falling(x) || x[0]/x[3] < 4 {
					t.Error(n, x)
				}
			})
		}
	})
	t.Run("cyclic beats block for GAUSS j-i", func(t *testing.T) {
		block := times(t, "gauss.spar", published(3, 512), powers[1:]...)
		cyclic := times(t, "gauss_cyclic.spar", published(3, 512), powers[1:]...)
		for k := range block {
			if cyclic[k] >= block[k] {
				t.Errorf("on %d: cyclic %v, block %v", powers[k+1], cyclic[k], block[k])
			}
		}
	})
	t.Run("for GAUSS i-j the stride delays cyclic's speedup, and block wins when compute-bound", func(t *testing.T) {
		block := times(t, "gauss_ij.spar", published(3, 512), 1, 2, 4, 8)
		cyclic := times(t, "gauss_ij_cyclic.spar", published(3, 512), 1, 2, 4, 8)
		if cyclic[0]/cyclic[2] > 1.5 || block[0]/block[2] < 2 || cyclic[3] >= cyclic[2] {
			t.Error("delayed: ", cyclic, block)
		}
		for k := 1; k < 4; k++ {
			if block[k] >= cyclic[k] {
				t.Error("compute-bound: ", block, cyclic)
			}
		}
	})
	t.Run("PSRS gets slower with P, PSRS1 faster with an eventual drop", func(t *testing.T) {
		before := times(t, "psrs.spar", published(4, 102400), powers...)
		after := times(t, "psrs1.spar", published(4, 102400), 1, 2, 4, 8, 16, 32, 64, 128)
		for k := 1; k < len(before); k++ {
			if before[k] <= before[k-1] {
				t.Error("PSRS: ", before)
			}
		}
		if !falling(after[:4]) || after[7] <= after[6] {
			t.Error("PSRS1: ", after)
		}
	})
}

// The local move as a delay, as the report lists it: the accesses of a parallel
// loop overlap even on one processor, so that ADI over j, which memory
// dominates, would gain nothing from more processors beyond its operations.
func TestSparLocalMoveReadings(t *testing.T) {
	one := times(t, "adi.spar", map[string]float64{"n": 1024, "local_moves_load": 0}, 1, 64)
	two := times(t, "adi.spar", map[string]float64{"n": 1024, "local_moves_load": 1}, 1, 64)
	if two[0]/one[0] < 4 {
		t.Errorf("on one processor %v as a delay, %v as a use: memory should dominate", one[0], two[0])
	}
	if math.Abs(two[0]/two[1]-64) > 0.1 {
		t.Errorf("as a use the speedup on 64 is %v", two[0]/two[1])
	}
}

func TestSparMachineOfTheProgram(t *testing.T) {
	const program = `globalpragmas <$ ProcessorType = ((Own "own.pam")), Processors = ((Own cpu[2])) $>;
public class a { static void main() { int x = 1 + 2; } }`
	own := `resource parameter fcfs(i, m)
resource cpus(p) = fcfs(p, 1)
process Own_plus_op(p) = use(cpus(p), 7)
process Own_move_op(p) = delay(0)`
	snap := workspace.New(texts.FS{"d/a.spar": program, "d/own.pam": own}).Snapshot()
	f, _ := snap.File(filepath.FromSlash("d/a.spar"))
	r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{})
	if err != nil || r.Machine.Name != "own" || r.Units[0].Charge.Total() != 7 {
		t.Errorf("%v %+v %v", r.Machine, r.Units[0], err)
	}
	if r, err = Text(context.Background(), snap, f, report.AllLines, settings.Settings{Machine: "das"}); err != nil || r.Machine.Name != "das" || math.Abs(r.Units[0].Charge.Total()-0.117e-6) > 1e-18 {
		t.Errorf("on das: %v %v %v", r.Machine, r.Units[0].Charge, err)
	}
	snap = workspace.New(texts.FS{"a.spar": program}).Snapshot()
	f, _ = snap.File("a.spar")
	if r, err = Text(context.Background(), snap, f, report.AllLines, settings.Settings{}); err != nil || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "spar-machine" {
		t.Errorf("without the file: %v %v", r.Diagnostics, err)
	}
}
