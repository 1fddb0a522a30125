package evaluate

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// FuzzFile runs the whole way from text to report on anything. It must come to
// an end with a report that holds together.
func FuzzFile(f *testing.F) {
	for name, text := range examples(f) {
		f.Add(text, name[len(name)-2:] == ".f", uint8(0))
	}
	for name, text := range passingPrograms(f) {
		f.Add(text, name[len(name)-2:] == ".f", uint8(4))
	}
	for _, text := range shapes {
		f.Add(text, false, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, fixed bool, procs uint8) {
		if len(text) > 4096 {
			t.Skip("larger texts have tests of their own")
		}
		path := "x.f90"
		if fixed {
			path = "x.f"
		}
		snap := workspace.New(texts.FS{path: text}).Snapshot()
		r, err := File(context.Background(), snap, path, settings.Settings{Procs: int(procs)})
		if err != nil {
			t.Fatal(err)
		}
		f, err := snap.File(path) // as it was decoded
		if err != nil {
			t.Fatal(err)
		}
		checkReport(t, r, f.Text.String())
		for _, u := range r.Units {
			_ = u.Formula.String()
		}
	})
}
