package outline

import (
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

// block is a construct with names of its own.
type block struct {
	at      source.Span // where the names hold
	symbols []*Symbol
	hidden  bool // an outline does not show them
}

// blockOf returns the block of an inner scope.
func blockOf(s *names.Scope, symbols []*Symbol) block {
	b := block{at: s.At, symbols: symbols}
	switch s.Kind {
	case names.InterfaceScope, names.TypeScope, names.FunctionScope:
		b.hidden = true
		for _, s := range symbols {
			s.Local = true
		}
	case names.IndexScope:
		b.hidden = true
	}
	return b
}

// within returns what the innermost construct around a place declares under the
// name, nil for nothing.
func (u *Unit) within(name string, at int) *Symbol {
	var found *Symbol
	size := -1
	for _, b := range u.blocks {
		if at < b.at.Start || at > b.at.End || size >= 0 && b.at.End-b.at.Start >= size {
			continue
		}
		for _, s := range b.symbols {
			if s.Name == name {
				found, size = s, b.at.End-b.at.Start
			}
		}
	}
	return found
}
