package pamela

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
)

// NewFile is a file that no text is read from: it is put together.
func NewFile(name string, equations ...*Equation) *File {
	f := &File{name: name}
	for _, e := range equations {
		f.Add(e)
	}
	return f
}

// Add adds an equation, and returns what the places in it are counted from: it has one
// itself, and those of its nodes follow. One whose name no text could have is reported.
func (f *File) Add(e *Equation) (base int) {
	own := *e
	own.File, own.base, base = f.name, f.places, f.places
	own.Span = source.Span{Start: base, End: base + 1}
	own.NameSpan = own.Span
	f.places += 1 + e.Places
	if why := notName(e.Name); why != "" {
		f.message(own.Span, "syntax", "%s", why)
	} else {
		f.items = append(f.items, item{equation: &own})
	}
	return base
}

// notName says why something is no name; "" of one that is.
func notName(name string) string {
	if wordEnd(name) == len(name) && name != "" && !digit(name[0]) && !keywords[name] {
		return "" // as nearly always
	}
	switch words := scan("", name); {
	case words[0].Type != identToken:
		return "a name is missing here"
	case keywords[name]:
		return name + " is a word of the language, not a name"
	case words[0].Value != name:
		return found(&words[1]) + ", where it cannot"
	}
	return ""
}

// Include adds the equations of another file.
func (f *File) Include(name string) {
	f.items = append(f.items, item{include: &include{name: name}})
}

// Copy adds equations that were read.
func (f *File) Copy(t *Tree) {
	for _, e := range t.Equations {
		f.items = append(f.items, item{equation: e, read: true})
	}
}

// Lines adds comments and empty lines for a reader.
func (f *File) Lines(lines ...string) { f.items = append(f.items, item{lines: lines}) }

// String is the file as somebody writes it.
func (f *File) String() string {
	b := &sourcePrinter{}
	for _, x := range f.items {
		switch {
		case x.read:
			b.equation(x.equation)
		case x.equation != nil:
			b.WriteString(x.equation.String() + "\n")
		case x.include != nil:
			b.WriteString("#include \"" + x.include.name + "\"\n")
		}
		for _, l := range x.lines {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// asRead is an expression as a parser makes it, which has neither groups nor blocks.
func asRead(n Node) Node {
	b, ok := notation.Plain(n).(*notation.Block)
	if !ok {
		return notation.Plain(n)
	}
	out := b.Steps[0].Node
	for _, s := range b.Steps[1:] {
		out = notation.Infix(";", out, s.Node)
	}
	return asRead(out)
}
