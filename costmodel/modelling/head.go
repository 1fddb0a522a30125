package modelling

import (
	"fmt"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
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
	if w.given.Machine == nil {
		w.model.Include(w.target.File)
	} else {
		w.title(fmt.Sprintf("The machine of %s, with values that are set", w.target.File))
		w.model.Copy(w.given.Machine)
		w.title("Processors")
	}
	if w.text != nil && len(w.program.Grids) > 0 {
		w.note(ownersHold[w.target.Clamp])
	}
	for _, g := range w.program.Grids {
		w.model.Add(numeric(w.processors(g), notation.Sym("i"), "i"))
		var all []notation.Node
		for d, name := range g.Params() {
			n := notation.Int(sizeOf(g, d))
			if x, ok := w.given.Values[name]; ok {
				n = notation.Float(x)
			}
			w.model.Add(parameter(name, n))
			all = append(all, notation.Sym(name))
		}
		if len(all) > 1 {
			w.model.Add(numeric("P_"+g.Name, notation.Infix("*", all...)))
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

func (w *writer) numeric(n place.Numeric) {
	e := &pamela.Equation{Name: n.Name, Parameter: n.Parameter, Body: n.Value}
	if x, given := w.given.Values[n.Name]; n.Parameter && given {
		e.Body, e.Note = notation.Float(x), "set, or assumed"
	} else if n.Value != nil && n.Why != "" && w.text != nil {
		e.Note = fmt.Sprintf("the value of %s, line %d", n.Source, w.lineOf(n.Span.Start))
	}
	w.model.Add(e)
}
