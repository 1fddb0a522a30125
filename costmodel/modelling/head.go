package modelling

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/spar/place"
)

// head is what the global pragmas say: the machine, the processors, the
// parameters.
func (w *writer) head() {
	w.title(fmt.Sprintf("Global pragmas (file '%s')", w.file))
	w.machine()
	for _, n := range w.program.Numerics {
		if n.Global {
			w.numeric(n)
		}
	}
}

// machine includes the machine's model and declares the processors.
func (w *writer) machine() {
	if w.given.Machine == "" {
		w.line("#include \"%s\"", w.target.File)
	} else {
		w.title(fmt.Sprintf("The machine of %s, with values that are set", w.target.File))
		w.out.WriteString(w.given.Machine)
		w.title("Processors")
	}
	if w.text != nil && len(w.grids()) > 0 {
		w.line("%% %s", ownersHold[w.target.Clamp])
	}
	for _, g := range w.grids() {
		w.line("numeric %s(i) = i", w.processors(g))
		params := g.Params()
		for d, name := range params {
			if x, ok := w.given.Values[name]; ok {
				w.line("numeric parameter %s = %v", name, x)
			} else {
				w.line("numeric parameter %s = %d", name, sizeOf(g, d))
			}
		}
		if len(params) > 1 {
			w.line("numeric P_%s = %s", g.Name, strings.Join(params, " * "))
		}
	}
}

// ownersHold says for which numbers of processors the owners of a printed model hold,
// by whether the last processor keeps what fits no block.
var ownersHold = map[bool]string{
	false: "the owners below hold where the blocks fit the processors; for other numbers, print the model with -p",
	true:  "the last processor keeps what fits no block",
}

// AssumedProcessors is the size of a processor array that the program does not
// give.
const AssumedProcessors = 4

func sizeOf(g *place.Grid, d int) int {
	if d < len(g.Sizes) {
		return g.Sizes[d]
	}
	return AssumedProcessors
}

// grids are the processor arrays; a program without any runs on one processor.
func (w *writer) grids() []*place.Grid { return w.program.Grids }

func (w *writer) numeric(n place.Numeric) {
	word := "numeric"
	if n.Parameter {
		word += " parameter"
	}
	x, given := w.given.Values[n.Name]
	switch {
	case n.Parameter && given:
		w.line("%s %s = %v  %% set, or assumed", word, n.Name, x)
	case n.Text == "":
		w.line("%s %s", word, n.Name)
	case n.Why != "" && w.text != nil:
		w.line("%s %s = %s  %% the value of %s, line %d", word, n.Name, n.Text, n.Source, w.lineOf(n.Span.Start))
	default:
		w.line("%s %s = %s", word, n.Name, n.Text)
	}
}
