package sparelements_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/internal/oracle/sparelements"
)

// The counts of the model are those of executing the program element by
// element: on all examples, at small sizes, for both ways of sending messages.
func TestCountsAreThoseOfExecution(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/spar/*.spar")
	if err != nil || len(files) < 10 {
		t.Fatal("the examples are missing", err)
	}
	sizes := [][2]int{{4, 1}, {4, 2}, {6, 3}, {5, 4}}
	if testing.Short() {
		sizes = sizes[1:2]
	}
	for _, file := range files {
		name := filepath.Base(file)
		for _, aggregated := range []float64{0, 1} {
			t.Run(fmt.Sprintf("%s/%v", name, aggregated), func(t *testing.T) {
				for i, size := range sizes {
					check(t, file, size[0], size[1], aggregated, float64((i+len(sizes))%2))
				}
			})
		}
	}
}

func check(t *testing.T, file string, n, procs int, aggregated, bounds float64) {
	t.Helper()
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	s := settings.Settings{Procs: procs, Values: map[string]float64{"aggregated_messages": aggregated, "bounds_checks": bounds}}
	if filepath.Base(file) != "demo.spar" {
		s.Values["n"] = float64(n * procs)
	}
	snap := workspace.New(disk.Disk{}).Snapshot()
	f, err := snap.File(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := spar.ModelOf(snap, f, s)
	if err != nil {
		t.Fatal(err)
	}
	env := m.Values(s)
	got, err := m.Counts(env)
	if err != nil {
		t.Fatal(err)
	}
	want, err := sparelements.Run(m.Program, sparelements.Options{Values: m.Definitions(env), Aggregated: aggregated != 0, Steps: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float64{want.Operations, want.Accesses, want.Messages, want.Elements} {
		if math.Abs(got[i]-x) > 1e-9*math.Max(1, x) {
			t.Errorf("N=%d P=%d: %s: %v, executed %v", n*procs, procs, []string{"operations", "accesses", "messages", "elements"}[i], got[i], x)
		}
	}
}
