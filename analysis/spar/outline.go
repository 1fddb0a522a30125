package spar

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// SymbolKind is what a symbol of the outline declares.
type SymbolKind uint8

// The kinds of symbols.
const (
	ClassSymbol SymbolKind = iota
	InterfaceSymbol
	MethodSymbol
	ConstructorSymbol
	FieldSymbol
	ArraySymbol
	ConstantSymbol
	ProcessorsSymbol
	ProcessorTypeSymbol
	ParameterSymbol // of the model
	IndexSymbol     // of a map: a parameter of its lambda
	LocalSymbol     // a variable or a parameter of a method, an iterator
)

// Symbol is a declaration of the outline; spans are absolute.
type Symbol struct {
	Name   string
	Kind   SymbolKind
	Detail string // the type, the parameters, the map
	Range  source.Span
	At     source.Span // of the name
	Inside []Symbol
}

// Symbols returns what a file declares, in its order.
func (f *File) Symbols() []Symbol {
	var out []Symbol
	for _, p := range f.Global.All("Processors") {
		out = append(out, Symbol{Name: "Processors", Kind: ProcessorsSymbol, Detail: p.Value.String(), Range: p.Span, At: p.NameSpan})
	}
	for _, t := range f.Types {
		if t.Name != "" {
			out = append(out, t.symbol(0))
		}
	}
	return out
}

func (t *Type) symbol(start int) Symbol {
	s := Symbol{Name: t.Name, Kind: ClassSymbol, Range: t.Span.Shift(start), At: t.NameSpan.Shift(start)}
	if t.Interface {
		s.Kind = InterfaceSymbol
	}
	if len(t.Supers) > 0 {
		s.Detail = t.superText()
	}
	for _, m := range t.Members {
		s.Inside = append(s.Inside, m.symbols(m.Start+start)...)
	}
	return s
}

func (p Placed) symbols(start int) []Symbol {
	whole := source.Span{Start: start, End: start + p.End - p.Start}
	switch p.Kind {
	case Inner:
		return []Symbol{p.Inner.symbol(start)}
	case Method, Constructor:
		k := MethodSymbol
		if p.Kind == Constructor {
			k = ConstructorSymbol
		}
		at := p.NameSpan.Shift(start)
		return []Symbol{{Name: p.Name, Kind: k, Detail: methodText(p.Member), Range: whole.Join(at), At: at}}
	case Field:
		return p.fields(start)
	}
	return nil
}

func (p Placed) fields(start int) []Symbol {
	var out []Symbol
	for _, d := range p.Names {
		k := FieldSymbol
		switch {
		case len(d.Type.Dims) > 0:
			k = ArraySymbol
		case p.Has("final"):
			k = ConstantSymbol
		}
		out = append(out, Symbol{Name: d.Name, Kind: k, Detail: TypeText(d.Type), Range: d.Span.Shift(start), At: d.NameSpan.Shift(start)})
	}
	return out
}

// Fold is a range of lines that an editor can fold.
type Fold struct {
	First, Last int // from 1
	Comment     bool
}

// Folds returns the foldable ranges of a file, by first line: classes, methods,
// statements of several lines, pragmas, comments.
func (f *File) Folds() []Fold {
	c := &folder{file: f}
	if f.Global != nil {
		c.add(f.Global.Span)
	}
	for _, t := range f.Types {
		c.typeDecl(t, 0)
	}
	c.comments()
	return c.folds
}

type folder struct {
	file  *File
	folds []Fold
}

func (c *folder) add(at source.Span) {
	first, last := c.file.Text.LineOf(at.Start), c.file.Text.LineOf(max(at.Start, at.End-1))
	if last > first {
		c.folds = append(c.folds, Fold{First: first, Last: last})
	}
}

func (c *folder) typeDecl(t *Type, start int) {
	c.add(t.Span.Shift(start))
	for _, m := range t.Members {
		at := m.Start + start
		c.add(source.Span{Start: at, End: at + m.End - m.Start})
		if m.Inner != nil {
			c.typeDecl(m.Inner, at)
		}
		if m.Body != nil {
			for _, s := range m.Body.Body {
				c.statement(s, at)
			}
		}
	}
}

func (c *folder) statement(s Stmt, start int) {
	c.add(s.Proper().Shift(start))
	for _, part := range Parts(s) {
		c.statement(part, start)
	}
}

// comments are those of several lines, and runs of lines with //.
func (c *folder) comments() {
	t := c.file.Text
	run := 0
	for n := 1; n <= t.Lines()+1; n++ {
		line := strings.TrimSpace(t.Line(n))
		if n <= t.Lines() && strings.HasPrefix(line, "//") {
			run++
			continue
		}
		if run > 1 {
			c.folds = append(c.folds, Fold{n - run, n - 1, true})
		}
		run = 0
		if strings.HasPrefix(line, "/*") {
			if last := t.LineOf(commentEnd(t.String(), t.LineStart(n)+strings.Index(t.Line(n), "/*")) - 1); last > n {
				c.folds = append(c.folds, Fold{n, last, true})
			}
		}
	}
}
