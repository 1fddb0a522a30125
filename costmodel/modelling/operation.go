package modelling

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
)

var complexWeights = map[string]int{"plus": 2, "minus": 2, "times": 6, "divide": 11, "negate": 2, "equal": 2, "notequal": 2}

func (w *writer) op(s *place.Op) {
	at := w.at(s.At)
	if word, ok := strings.CutPrefix(s.Name, "__print"); ok {
		w.call("print"+word, s.Span, Computation, "print", "", at)
		return
	}
	if s.Size != 0 {
		w.call(w.kind(s.At)+"_new_op", s.Span, Computation, "new", "", at, w.method.Arena.Tree(s.Size))
		return
	}
	if name, ok := strings.CutPrefix(s.Name, "function "); ok {
		w.function(s, name, at)
		return
	}
	name, times := fmt.Sprintf("%s_%s_%s_op", w.kind(s.At), s.Class, s.Name), max(1, s.Parts)
	if !w.target.Defined[name] {
		name = w.kind(s.At) + "_" + s.Name + "_op"
		if s.Class == place.ComplexNumber {
			times *= max(1, complexWeights[s.Name])
		}
	}
	w.repeated(times, w.event(name, s.Span, Computation, s.Name, "", at))
}

// repeated adds one process so many times.
func (w *writer) repeated(times int, process notation.Node) {
	if times > 1 {
		process = notation.Over("seq", w.fresh("c"), notation.Int(1), notation.Int(times), process)
	}
	w.add(process)
}

// function is a library function: the machine's own model of it, or its model
// of all of them.
func (w *writer) function(s *place.Op, name string, at notation.Node) {
	clean := strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, name)
	own := w.kind(s.At) + "_" + clean + "_op"
	if !w.target.Defined[own] && w.target.Defined[w.kind(s.At)+"_function_op"] {
		own = w.kind(s.At) + "_function_op"
	}
	w.call(own, s.Span, Computation, name, "", at)
}

// freeOperation is one that the machine's model lacks, where it is first used.
type freeOperation struct {
	name string
	at   source.Span
}

// definedUses are the operations of the machine that the model calls.
func (w *writer) definedUses() map[string]int {
	out := map[string]int{}
	for name, n := range w.used {
		if w.target.Defined[name] {
			out[name] = n
		}
	}
	return out
}
