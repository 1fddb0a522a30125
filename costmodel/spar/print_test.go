package spar

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

var sparPrograms = []string{"programs/ep.spar", "programs/ft.spar", "programs/mg.spar", "programs/poisson.spar", "programs/particles.spar", "programs/rays.spar"}

// The printed model has what the user chose: read back by the PAMELA compiler and
// executed step by step, it takes the time of the prediction, under any settings.
func TestPrintedModelHasTheSettings(t *testing.T) {
	all := slices.Concat(sparExamples, sparPrograms)
	seeds := 200
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		name := all[seed%len(all)]
		s := randomSettings(t, rand.New(rand.NewSource(int64(seed))), name)
		t.Run(fmt.Sprint(seed, " ", name), func(t *testing.T) {
			m := sparModelOf(t, name, s)
			want, err := m.Numbers(m.Values(s))
			printed := pamela.Compile("printed", m.Print(s, nil).String(), pamela.Options{Include: shipped, Only: "main"})
			for _, d := range printed.Diagnostics {
				t.Errorf("%+v: %s", s, d.Message)
			}
			tally, failed := printed.Tally("main", printed.Defaults(), func(source.Span) int { return -1 }, 0, 1<<30)
			if err != nil || failed != nil {
				if (err == nil) != (failed == nil) {
					t.Errorf("%+v: the model says %v, the prediction %v", s, failed, err)
				}
				return
			}
			if math.Abs(tally.T-want.T) > 1e-9*want.T || math.Abs(tally.Phi-want.Phi) > 1e-9*want.Phi {
				t.Errorf("%+v: the model takes %v, %v , the prediction is %v, %v", s, tally.T, tally.Phi, want.T, want.Phi)
			}
		})
	}
}

// A printed model reads back as the model that it was printed from, which is never text
// otherwise, and takes the same time to the last bit.
func TestPrintedModelReadsBack(t *testing.T) {
	for seed, name := range slices.Concat(sparExamples, sparPrograms) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(int64(seed)))
			all := []settings.Settings{{}, {Values: map[string]float64{"aggregated_messages": 1, "ownership_tests": 1}}, randomSettings(t, r, name)}
			if testing.Short() {
				all = all[seed%3:][:1]
			}
			for _, s := range all {
				m := sparModelOf(t, name, s)
				for _, unit := range []*place.Method{nil, m.Program.Methods[r.Intn(len(m.Program.Methods))]} {
					printed := m.Print(s, unit)
					opt := pamela.Options{Include: shipped, Only: "main"}
					built, read := printed.Compile(opt), pamela.Compile("read", printed.String(), opt)
					if got, want := read.Tree.String(), built.Tree.String(); got != want || len(read.Diagnostics) != len(built.Diagnostics) {
						t.Fatalf("%s %+v: %v, %v\n%s\nread back\n%s", name, s, built.Diagnostics, read.Diagnostics, want, got)
					}
					if x, y := timeOf(built), timeOf(read); x != y {
						t.Errorf("%s %+v: takes %s, read back %s", name, s, x, y)
					}
				}
			}
		})
	}
}

// Names may have letters beyond ASCII: the program takes the time of the one with others,
// and its model reads back.
func TestLettersBeyondASCII(t *testing.T) {
	const program = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp größe[4])), Pamela = (numeric "maß") $>;
class ä { static int höhe; static double x[*] <$ on = (lambda (ö) größe[(block ö 4)]) $> = new double[16];
 static void main() { für(3); <$ Pamela = (cost maß) $> x[0] = 1.0; }
 static void für( int ß ) { for( ï :- 0 : ß ) x[ï] = x[ï+1]; for( j :- 0 : höhe ) x[j] = 2.0; }
}`
	var takes []float64
	for _, text := range []string{program, strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "s", "ï", "i").Replace(program)} {
		m := modelOfText(t, text)
		s := settings.Settings{Values: map[string]float64{"maß": 3, "mas": 3}}
		T, err := m.Time(m.Values(s))
		if err != nil {
			t.Fatal(err)
		}
		if got := executed(t, m.Print(s, nil).String()); math.Abs(got-T) > 1e-9*T {
			t.Errorf("the model takes %v, the prediction is %v", got, T)
		}
		takes = append(takes, T)
	}
	if takes[0] != takes[1] || takes[0] < 3 {
		t.Errorf("takes %v s, with other letters %v s", takes[0], takes[1])
	}
}

// timeOf is the time of a model with the values that stand in it, or why it has none.
func timeOf(m *pamela.Model) string {
	x, err := m.Tally("main", m.Defaults(), func(source.Span) int { return -1 }, 0, 1<<22)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(x.T, x.Phi, x.Loads)
}

// Without a main every method is a unit: the model of each one takes the time of its
// prediction, under any settings; and the units together that of the whole file.
func TestPrintedUnits(t *testing.T) {
	for seed, name := range slices.Concat(sparExamples, sparPrograms) {
		t.Run(name, func(t *testing.T) {
			_, program := sparFile(t, name)
			text := strings.Replace(program.Text.String(), "void main", "void start", 1)
			r := rand.New(rand.NewSource(int64(seed)))
			s := settings.Settings{Procs: 1 + r.Intn(9), Values: map[string]float64{"n": float64(8 + r.Intn(30)), "t_c": 1e-7, "t_l": 2e-7, "t_g": 3e-6}}
			snap := workspace.New(texts.FS{"library.spar": text}).Snapshot()
			f, err := snap.File("library.spar")
			if err != nil {
				t.Fatal(err)
			}
			m, err := ModelOf(snap, f, s)
			if err != nil || len(m.Units()) < 1 {
				t.Fatal(err, len(m.Units()))
			}
			sum := 0.0
			for _, u := range m.Units() {
				want, err := u.Numbers(m.Values(s))
				if err != nil {
					t.Fatal(u.root.Name, err)
				}
				sum += want.T
				if got := executed(t, m.Print(s, u.root).String()); math.Abs(got-want.T) > 1e-9*want.T {
					t.Errorf("%s: the model takes %v, the prediction is %v", u.root.Name, got, want.T)
				}
			}
			if got := executed(t, m.Print(s, nil).String()); math.Abs(got-sum) > 1e-9*sum {
				t.Errorf("the whole file takes %v, its units %v", got, sum)
			}
		})
	}
}

// executed is the time of a printed model, executed step by step.
func executed(t *testing.T, text string) float64 {
	t.Helper()
	printed := pamela.Compile("printed", text, pamela.Options{Include: shipped, Only: "main"})
	for _, d := range printed.Diagnostics {
		t.Errorf("%s", d.Message)
	}
	tally, err := printed.Tally("main", printed.Defaults(), func(source.Span) int { return -1 }, 0, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return tally.T
}

func shipped(name string) (string, error) {
	text, ok := machines.Model(name)
	if !ok {
		return "", fmt.Errorf("no machine %s", name)
	}
	return text, nil
}

// randomSettings choose processors, values of the program and of the machine.
func randomSettings(t *testing.T, r *rand.Rand, name string) settings.Settings {
	s := settings.Settings{Values: map[string]float64{}}
	if r.Intn(4) > 0 {
		s.Procs = 1 + r.Intn(12)
	}
	m := sparModelOf(t, name, s)
	for _, n := range m.Program.Numerics {
		if n.Parameter && n.Name != "" && r.Intn(3) == 0 {
			s.Values[strings.ToLower(n.Name)] = float64(2 + r.Intn(30))
		}
	}
	for _, c := range m.Program.Criticals {
		if r.Intn(3) == 0 {
			s.Values[strings.ToLower(c.Name)] = float64(r.Intn(8))
			if c.Answer == place.ByCondition {
				s.Values[strings.ToLower(c.Name)] = r.Float64()
			}
		}
	}
	for _, x := range slices.Sorted(maps.Keys(m.values.Defaults())) {
		if r.Intn(12) == 0 && s.Values[strings.ToLower(x)] == 0 && (len(x) < 2 || x[:2] != "P_") && fromMachine(m, x) {
			s.Values[strings.ToLower(x)] = float64(r.Intn(100)) * 1e-7
		}
	}
	for _, x := range []string{"moves_load_network", "local_moves_load", "ownership_tests", "bounds_checks", "aggregated_messages"} {
		if r.Intn(4) == 0 {
			s.Values[x] = float64(r.Intn(2))
		}
	}
	return s
}

func fromMachine(m *Model, name string) bool {
	return slices.ContainsFunc(m.values.Tree.Equations, func(e *pamela.Equation) bool { return e.Name == name && e.File != modelling.File })
}
