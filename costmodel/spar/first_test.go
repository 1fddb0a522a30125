package spar

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The first answer about a long program says of the lines that are looked at what the
// whole one says; from then on an edit is answered with all of it.
func TestSparFirstAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"one class":    bigSpar(700),
		"parts":        partsSpar(700),
		"without main": strings.Replace(partsSpar(700), "void main", "void start", 1),
	} {
		t.Run(name, func(t *testing.T) {
			window, soon := report.Lines{First: 60, Last: 110}, settings.Settings{Soon: true}
			w := workspace.New(texts.FS{})
			snap := w.Open("big.spar", "spar", 1, text)
			first, err := predictPart(context.Background(), snap, "big.spar", window, soon)
			if err != nil || !first.Cut {
				t.Fatalf("%v, cut %v", err, first.Cut)
			}
			whole, err := predictPart(context.Background(), snap, "big.spar", window, settings.Settings{})
			if err != nil || whole.Cut {
				t.Fatal(err)
			}
			got, want := shownLines(first, window), shownLines(whole, window)
			if len(want) < 8 || !reflect.DeepEqual(got, want) {
				t.Errorf("first\n%s\nwhole\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			for _, u := range first.Units {
				if u.Start > window.Last || u.End < window.First || u.Models != nil || u.Speedup != 0 {
					t.Errorf("%s, lines %d to %d, has more than its lines", u.Name, u.Start, u.End)
				}
			}
			edited, err := w.Change("big.spar", 2, source.NewText(strings.Replace(text, "s * 2.0", "s * 3.0", 1)))
			if err != nil {
				t.Fatal(err)
			}
			if after, err := predictPart(context.Background(), edited, "big.spar", window, soon); err != nil || after.Cut {
				t.Errorf("after an edit: %v, cut %v", err, after.Cut)
			}
		})
	}
}

func shownLines(r *report.Report, window report.Lines) []string {
	var out []string
	for _, u := range r.Units {
		for _, l := range u.Lines {
			if window.First <= l.Line && l.Line <= window.Last {
				out = append(out, fmt.Sprintf("%d %.9g %.9g %v %.9g %v", l.Line, l.Charge.Computation, l.Charge.Communication, l.Executions, l.Busy, l.Comms))
			}
		}
	}
	return out
}
