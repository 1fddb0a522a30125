package elements

import (
	"fmt"
	"maps"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// activation is what belongs to one execution of a unit.
type activation struct {
	in      Input
	caller  *activation        // nil: the unit that was started
	env     map[string]float64 // values of the symbols in layouts
	vars    map[*program.Symbol]*variable
	active  map[*program.Symbol]int // loop indices that have a value now
	sums    reductions
	dirs    map[directionKey]string
	places  map[directionKey]offsets
	base    int // its first frame
	keeping *Keeping
}

func newActivation(in Input, caller *activation) *activation {
	in.Layouts = maps.Clone(in.Layouts) // directives change them
	if in.Layouts == nil {
		in.Layouts = map[*program.Symbol]mapping.Layout{}
	}
	return &activation{
		in: in, caller: caller,
		env:    map[string]float64{},
		vars:   map[*program.Symbol]*variable{},
		active: map[*program.Symbol]int{},
		dirs:   map[directionKey]string{},
		places: map[directionKey]offsets{},
	}
}

// depth returns how many activations are running.
func (a *activation) depth() int {
	n := 0
	for ; a != nil; a = a.caller {
		n++
	}
	return n
}

// of returns the innermost running activation of a unit, or nil.
func (a *activation) of(unit *program.Unit) *activation {
	for a != nil && a.in.Unit != unit {
		a = a.caller
	}
	return a
}

// inside runs f in another activation.
func (it *interpreter) inside(a *activation, f func()) {
	here := it.activation
	it.activation = a
	f()
	it.activation = here
}

// prepareNames gives values to the names that layouts know.
func (it *interpreter) prepareNames() {
	for name, v := range it.opt.Values {
		it.env[name] = v
	}
	for _, s := range it.in.Unit.Symbols {
		if s.Class == program.Parameter && s.Type == program.Integer && s.Rank() == 0 {
			_ = it.try(func() { it.env[s.Name] = it.variable(s).data[0].number() }) // one that has no value fails where it is used
		}
	}
	it.prepareShared()
	for g, p := range it.opt.Grid {
		name := "p"
		if len(it.opt.Grid) > 1 {
			name = fmt.Sprintf("p%d", g+1)
		}
		it.env[name] = float64(p)
	}
}

// sumsKey tells apart the reductions of a unit: they depend on which of its
// dummies are mapped.
type sumsKey struct {
	unit   *program.Unit
	mapped string
}

// prepareReductions finds the reductions of the unit, once for each way in
// which its dummies are mapped.
func (it *interpreter) prepareReductions() {
	key := sumsKey{unit: it.in.Unit}
	for _, d := range it.in.Unit.Dummies {
		key.mapped += fmt.Sprint(it.isMapped(d), " ")
	}
	found, ok := it.found[key]
	if !ok {
		found = it.findReductions(it.in.Unit.Body)
		it.found[key] = found
	}
	it.sums = found
}
