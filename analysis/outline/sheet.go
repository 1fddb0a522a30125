package outline

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// sheetKey holds all that a unit declares by itself depends on.
type sheetKey struct {
	tree *fortran.Tree
	kind program.UnitKind
	name string
	size int
	form fortran.Form
}

// sheetOf returns what a unit declares, as if it began its file and had no
// host.
func sheetOf(p *fortran.Unit, known *memo.Table) *Unit {
	return memo.Get(known, sheetKey{p.Tree, p.Kind, p.Name, p.End - p.Start, p.Form}, sheetKey.unit)
}

func (k sheetKey) unit() *Unit {
	alone := &fortran.Unit{Kind: k.kind, Name: k.name, End: k.size, Form: k.form, Tree: k.tree}
	u := &Unit{Unit: alone, names: map[string]int{}}
	u.declare()
	return u
}

// at returns the unit in its place.
func (u *Unit) at(p *fortran.Unit, host *Unit) *Unit {
	out := &Unit{Unit: p, Host: host, Symbol: u.Symbol.shifted(p.Start), names: u.names, uses: u.uses, typed: u.typed}
	out.typed = u.typed || host != nil && host.typed
	out.Symbols = shifted(u.Symbols, p.Start)
	out.closed = make([]source.Span, len(u.closed))
	for i, c := range u.closed {
		out.closed[i] = c.Shift(p.Start)
	}
	for _, b := range u.blocks {
		out.blocks = append(out.blocks, block{b.at.Shift(p.Start), shifted(b.symbols, p.Start), b.hidden})
	}
	return out
}

// named returns the unit's symbol of the name, nil if there is none.
func (u *Unit) named(name string) *Symbol {
	switch i, known := u.names[name]; {
	case !known:
		return nil
	case i == itself:
		return u.Symbol
	default:
		return u.Symbols[i]
	}
}

func (s *Symbol) shifted(by int) *Symbol {
	out := *s
	out.At, out.Range = s.At.Shift(by), s.Range.Shift(by)
	out.Children = shifted(s.Children, by)
	return &out
}

// shifted returns the symbols by bytes farther on. One that is another one's
// child as well stays so.
func shifted(symbols []*Symbol, by int) []*Symbol {
	if len(symbols) == 0 {
		return nil
	}
	buffer, out := make([]Symbol, len(symbols)), make([]*Symbol, len(symbols))
	moved, parents := map[*Symbol]*Symbol{}, false
	for i, s := range symbols {
		buffer[i] = *s
		out[i] = &buffer[i]
		out[i].At, out[i].Range = s.At.Shift(by), s.Range.Shift(by)
		parents = parents || len(s.Children) > 0
	}
	if !parents {
		return out
	}
	for i, s := range symbols {
		moved[s] = out[i]
	}
	for i, s := range symbols {
		out[i].Children = nil
		for _, c := range s.Children {
			if moved[c] == nil {
				moved[c] = c.shifted(by)
			}
			out[i].Children = append(out[i].Children, moved[c])
		}
	}
	return out
}
