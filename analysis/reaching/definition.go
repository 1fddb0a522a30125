package reaching

import (
	"github.com/parlens/parlens/analysis/program"
)

// definition is one assignment of a variable, or the meeting of several.
type definition struct {
	sym     *program.Symbol
	value   program.Expr // in the definitions that hold where it is made; nil: not known
	index   bool         // of a loop
	entry   bool         // what the variable is when the unit begins
	varying *program.Do  // of an index: its loop
}

// followed reports whether the definitions of a variable are distinguished.
func followed(s *program.Symbol) bool {
	return s.Class == program.Variable && s.Type == program.Integer
}

// definitionOf returns the definition that holds now.
func (r *resolver) definitionOf(s *program.Symbol) *definition {
	d := r.current[s]
	if d == nil { // of a construct
		d = &definition{sym: s, entry: true}
		r.current[s] = d
	}
	return d
}

// define makes a new definition, of which only the name is known.
func (r *resolver) define(s *program.Symbol) *definition {
	if !followed(s) {
		return nil
	}
	d := &definition{sym: s}
	r.current[s] = d
	return d
}

func (r *resolver) defineAll(list []*program.Symbol) {
	for _, s := range list {
		r.define(s)
	}
}

// meet joins states: what differs is a definition of its own.
func (r *resolver) meet(before map[*program.Symbol]*definition, ends []map[*program.Symbol]*definition) map[*program.Symbol]*definition {
	out := ends[0]
	for _, s := range r.unit.Symbols {
		for _, e := range ends[1:] {
			d, other := e[s], out[s]
			if d == nil {
				d = before[s]
			}
			if d != other {
				out[s] = &definition{sym: s}
				break
			}
		}
	}
	return out
}
