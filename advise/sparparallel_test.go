package advise

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Pamela = parallel is offered only where it changes something: on every line of the
// examples, as they are and without one or the other of their marks, each option that adds
// it takes the time that it promises, and another one than without these words.
func TestPamelaParallelChangesSomething(t *testing.T) {
	const words = "Pamela = parallel"
	files, err := filepath.Glob("../testdata/spar/*.spar")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	programs, _ := filepath.Glob("../testdata/spar/programs/*.spar")
	s := settings.Settings{Procs: 8, Values: map[string]float64{"n": 32}}
	offered := 0
	all := append(files, programs...)
	if testing.Short() {
		all = []string{"../testdata/spar/ave.spar", "../testdata/spar/psrs.spar"}
	}
	for _, name := range all {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, drop := range []string{"^$", `, Pamela = parallel|Pamela = parallel,? ?`, `independent,? ?|, Pamela = parallel|Pamela = parallel,? ?`} {
			text := source.NewText(regexp.MustCompile(drop).ReplaceAllString(string(data), ""))
			if drop != "^$" && text.String() == string(data) {
				continue
			}
			snap := workspace.New(texts.FS{"a.spar": text.String()}).Snapshot()
			for line := 1; line <= text.Lines(); line++ {
				if !strings.Contains(text.Line(line), "for") && !strings.Contains(text.Line(line), "static") {
					continue
				}
				options, err := Options(context.Background(), snap, "a.spar", line, s)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range options {
					if !slices.ContainsFunc(o.Edits, func(e source.Edit) bool { return strings.Contains(e.New, words) }) {
						continue
					}
					offered++
					with, without := timeAfter(t, text, o.Edits, "", s), timeAfter(t, text, o.Edits, words, s)
					if math.Abs(with-o.After) > 1e-9*with || math.Abs(with-without) <= 1e-9*without {
						t.Errorf("%s without %q, line %d: %s takes %v, and %v without %q", name, drop, line, o.Title(), with, without, words)
					}
				}
			}
		}
	}
	if offered == 0 {
		t.Error("it is offered nowhere")
	}
}

// timeAfter is T after edits, without some words in them.
func timeAfter(t *testing.T, text *source.Text, edits []source.Edit, drop string, s settings.Settings) float64 {
	t.Helper()
	var own []source.Edit
	for _, e := range edits {
		if drop != "" {
			e.New = strings.NewReplacer(", "+drop, "", drop, "").Replace(e.New)
		}
		own = append(own, e)
	}
	changed, err := text.Apply(own...)
	if err != nil {
		t.Fatal(err)
	}
	snap := workspace.New(texts.FS{"a.spar": changed.String()}).Snapshot()
	f, _ := snap.File("a.spar")
	p, err := sparPredicted(context.Background(), snap, f, s)
	if err != nil || !p.ok {
		t.Fatalf("%v %v of\n%s", err, p, changed)
	}
	return p.time
}
