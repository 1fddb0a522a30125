package elements

import (
	"reflect"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// Variables of modules and COMMON blocks are stored once, by the place that
// Symbol.Storage names. All units that name one declare and map it alike.

// sharedVariable returns the storage of a variable that other units have too,
// made by the first unit that uses it.
func (it *interpreter) sharedVariable(s *program.Symbol) *variable {
	place, _, _ := strings.Cut(s.Storage, ":") // in COMMON, without the type
	v := it.shared[place]
	if v == nil {
		v = it.newVariable(s)
		it.shared[place] = v
		return v
	}
	here := it.declared(s)
	if v.symbol.Type != s.Type || v.symbol.Bytes != s.Bytes || !reflect.DeepEqual(v.bounds, here.bounds) {
		it.fail("%s is declared otherwise in another unit", s.Name)
	}
	if here.axes = it.axes(here); !reflect.DeepEqual(v.axes, here.axes) {
		it.fail("%s is mapped otherwise in another unit", s.Name)
	}
	return v
}

// prepareShared gives layouts the values that integers of modules and COMMON blocks
// have when the unit begins.
func (it *interpreter) prepareShared() {
	for _, s := range it.in.Unit.Symbols {
		if s.Shared && s.Class == program.Variable && s.Type == program.Integer && s.Rank() == 0 {
			_ = it.try(func() { it.env[s.Name] = it.variable(s).data[0].number() })
		}
	}
}

// effects are what a call of a procedure may change: dummies, and shared
// variables by their storage.
type effects struct {
	dummies map[*program.Symbol]bool
	shared  map[string]bool
}

// effectsOf returns what a procedure, and what it calls, assigns to. Procedures
// that call themselves change what one run of their bodies does.
func (it *interpreter) effectsOf(in *Input) *effects {
	if e := it.changes[in.Unit]; e != nil {
		return e
	}
	e := &effects{map[*program.Symbol]bool{}, map[string]bool{}}
	it.changes[in.Unit] = e
	for s := range stored(in.Unit.Body, func(s *program.CallStmt, i int) bool { return it.readsIn(in, s, i) }) {
		e.note(in, s)
	}
	program.Statements(in.Unit.Body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && in.Procedures[c.Name] != nil {
			for storage := range it.effectsOf(in.Procedures[c.Name]).shared {
				e.shared[storage] = true
			}
		}
		return true
	})
	return e
}

func (e *effects) note(in *Input, s *program.Symbol) {
	switch {
	case s.Dummy:
		e.dummies[s] = in.Intents[s.Name] != "in"
	case s.Storage != "":
		e.shared[s.Storage] = true
	}
}

// readsIn reports whether a call in a unit leaves an argument as it is.
func (it *interpreter) readsIn(in *Input, s *program.CallStmt, argument int) bool {
	callee := in.Procedures[s.Name]
	if callee == nil || argument >= len(callee.Unit.Dummies) {
		return false
	}
	dummy := callee.Unit.Dummies[argument]
	if k := s.Args[argument].Keyword; k != "" {
		dummy = callee.Unit.Lookup(k)
	}
	return callee.Intents[dummy.Name] == "in" || !it.effectsOf(callee).dummies[dummy]
}

// addShared adds what a call changes of the running unit's shared variables.
func (it *interpreter) addShared(set map[*program.Symbol]bool, callee *Input) {
	changed := it.effectsOf(callee).shared
	for _, own := range it.in.Unit.Symbols {
		if own.Storage != "" && changed[own.Storage] || changed[it.in.Unit.Name+"%"+own.Name] {
			set[own] = true
		}
	}
}
