package aag

import (
	"errors"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/source"
)

// No error makes a statement vanish. (Mutation: only what is unsupported is said.)
func TestFailuresAreSaid(t *testing.T) {
	s := &program.Assign{Node: program.Node{At: source.Span{Start: 3, End: 9}}}
	for name, c := range map[string]struct {
		err error
		at  source.Span
	}{
		"unsupported": {&scalarize.Unsupported{At: source.Span{Start: 5, End: 6}, Reason: "why"}, source.Span{Start: 5, End: 6}},
		"another":     {errors.New("why"), s.At},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWalker(&program.Unit{}, comm.Seeing(nil), &findings{})
			w.probing = true
			out := w.failed(s, c.err)
			if len(out) != 1 || out[0].Kind != Void || out[0].Reason != "why" || out[0].At != c.at {
				t.Errorf("%+v", out)
			}
		})
	}
}
