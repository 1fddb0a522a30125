package depend

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// variable is an unknown of the linear forms. Two references see the same value
// of it if they agree on the iterations of the loops that it depends on.
type variable struct {
	store   int32  // depth of the innermost loop around that may change it, 0 for none
	index   int32  // depth of the innermost loop whose iteration it depends on, 0 for none
	lo, hi  int64  // its range, -Open and Open where not known
	within  []form // are not negative, whatever the variables in them are
	follows bool   // the iterations of the loops that it depends on decide it
	size    bool   // a symbol that occurs in the bounds of a loop
	text    string
	kind    variableKind

	parameter *program.Symbol // the PARAMETER that it is, or nil
	lasting   int32           // its number in answers
}

// fixed reports whether the value is the same everywhere in the unit's loops.
func (v *variable) fixed() bool { return v.store == 0 && v.index == 0 }

// everyTime is the index depth of what belongs to one reference alone: the
// place within a section, the index of a FORALL.
const everyTime = math.MaxInt32

type variableKind uint8

const (
	counterVariable variableKind = iota // x of a loop
	symbolVariable                      // a scalar of the program
	baseVariable                        // an induction's value when its loop starts, less step*x
	startVariable                       // a loop's first index that has no linear form
	atomVariable                        // an expression that is not linear
	placeVariable                       // the place within a section, by dimension
	rangeVariable                       // the index of a FORALL
)

// variableKey identifies a variable: store and index are the depths of the loops
// that its value changes with. Loops of equal depth need no distinction: two
// references have that loop in common, or see the variable each for itself.
type variableKey struct {
	kind         variableKind
	id           int32
	store, index int32
	text         string
}

// variable returns the number of the variable with the key, made by describe if
// it is new.
func (a *analysis) variable(k variableKey, describe func() variable) int32 {
	n, ok := a.names[k]
	if !ok {
		n = int32(len(a.vars))
		v := describe()
		v.kind = k.kind
		v.lasting = a.lasting(fmt.Sprintf("%d %d %d %d %d %d %s", v.kind, k.store, v.store, v.index, v.lo, v.hi, v.text))
		a.vars = append(a.vars, v)
		a.names[k] = n
	}
	return n
}

// symbol returns the variable of a scalar whose value may change with the
// loop's iterations (nil: with none).
func (a *analysis) symbol(s *program.Symbol, id int32, changer *loop) int32 {
	return a.variable(variableKey{kind: symbolVariable, id: id, store: depthOf(changer)}, func() variable {
		v := variable{store: depthOf(changer), lo: -Open, hi: Open, text: s.Name}
		if s.Class == program.Parameter {
			v.parameter = s
			if c, ok := a.parameter(s); ok && c >= 1 {
				v.lo = 1
			}
		} else if a.o.Range != nil && changer == nil {
			v.lo, v.hi = a.o.Range(s)
		}
		return v
	})
}

// counter makes the variable of a loop's iterations.
func (a *analysis) counter(l *loop) int32 {
	return a.variable(variableKey{kind: counterVariable, index: l.depth}, func() variable {
		return variable{index: l.depth, lo: -Open, hi: Open, text: "iteration"}
	})
}

// atEntry makes a variable whose value is another each time the loop starts.
func (a *analysis) atEntry(kind variableKind, id int32, l *loop, text string) int32 {
	return a.variable(variableKey{kind: kind, id: id, store: l.depth, text: text}, func() variable {
		return variable{store: l.depth - 1, lo: -Open, hi: Open, text: text}
	})
}

// local makes a variable that belongs to one reference.
func (a *analysis) local(kind variableKind, id int32, text string) int32 {
	return a.variable(variableKey{kind: kind, id: id}, func() variable {
		return variable{index: everyTime, lo: -Open, hi: Open, text: text}
	})
}
