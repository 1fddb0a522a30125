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
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

var sparPrograms = []string{"programs/ep.spar", "programs/ft.spar", "programs/mg.spar", "programs/poisson.spar", "programs/particles.spar", "programs/rays.spar"}

// The printed model has what the user chose: read back by the PAMELA compiler and
// executed step by step, it takes the time of the prediction, under any settings.
func TestPrintedModelHasTheSettings(t *testing.T) {
	all := slices.Concat(sparExamples, sparPrograms)
	seeds := 200
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		name := all[seed%len(all)]
		s := randomSettings(t, rand.New(rand.NewSource(int64(seed))), name)
		t.Run(fmt.Sprint(seed, " ", name), func(t *testing.T) {
			m := sparModelOf(t, name, s)
			want, err := m.Numbers(m.Values(s))
			printed := pamela.Compile("printed", m.Print(s), pamela.Options{Include: shipped, Only: "main"})
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
	return slices.ContainsFunc(m.values.Tree.Equations, func(e *pamela.Equation) bool { return e.Name == name && e.File != modelFile })
}
