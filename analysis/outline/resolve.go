package outline

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Elsewhere finds a program unit in other files by its (lower-case) name; nil
// when there is none.
type Elsewhere func(name string) *Found

// Found is a declared name with where it is declared.
type Found struct {
	File   *File
	Unit   *Unit // whose name it is; for a unit, the unit
	Symbol *Symbol
}

// Is reports whether both are one declaration.
func (f *Found) Is(g *Found) bool {
	return g != nil && f.File.Path == g.File.Path && f.Symbol.At == g.Symbol.At && f.Symbol.Name == g.Symbol.Name
}

// Find returns what the name at offset stands for, with the place of the name;
// nil where there is no name or nobody declares it. elsewhere may be nil.
func (f *File) Find(offset int, elsewhere Elsewhere) (*Found, source.Span) {
	l := f.lineAt(offset)
	if l == nil {
		return nil, source.Span{}
	}
	w, ok := l.wordAt(offset)
	if !ok {
		return nil, source.Span{}
	}
	return f.finder(elsewhere).word(l, w), w.at
}

// Unit returns the file's unit of the name that stands in no other, or nil.
func (f *File) Unit(name string) *Found {
	if u := f.unit(name); u != nil {
		return &Found{f, u, u.Symbol}
	}
	return nil
}

func (f *File) finder(elsewhere Elsewhere) *finder {
	if elsewhere == nil {
		elsewhere = func(string) *Found { return nil }
	}
	return &finder{file: f, elsewhere: elsewhere, implied: map[implied]*Found{}}
}

// finder looks names up: in the unit, in the modules that it uses, in its
// hosts, among the units of the file and of other files.
type finder struct {
	file      *File
	elsewhere Elsewhere
	implied   map[implied]*Found // what implicit has found
}

type implied struct {
	unit *Unit
	name string
}

func (d *finder) word(l *line, w word) *Found {
	if w.index {
		return d.index(l, w.name)
	}
	if found, ok := d.used(l, w); ok {
		return found
	}
	if found := d.component(l.unit, w); found != nil {
		return found
	}
	if l.unit != nil {
		if sym := l.unit.within(w.name, w.at.Start); sym != nil {
			return &Found{d.file, l.unit, sym}
		}
	}
	if found := d.visible(l.unit, w.name, 0); found != nil {
		return found
	}
	if found := d.global(w.name); found != nil {
		return found
	}
	return d.implicit(l, w)
}

// used looks up the names of a USE statement, in the module.
func (d *finder) used(l *line, w word) (*Found, bool) {
	tokens := l.tokens()
	if l.Kind != fortran.Code || tokens[0].Text != "use" || assigns(tokens, 0) {
		return nil, false
	}
	module := 1
	for i, t := range tokens {
		if t.Text == "::" {
			module = i + 1
		}
	}
	switch {
	case w.token < module || w.token > module && tokens[w.token].Text == "only":
		return nil, true
	case w.token == module:
		return d.global(w.name), true
	}
	name := w.name
	if w.token+2 < len(tokens) && tokens[w.token+1].Text == "=>" {
		name = tokens[w.token+2].Text
	}
	return d.exported(tokens[module].Text, name, 0), true
}

// index finds the index of an ALIGN directive: it is declared where it first
// stands.
func (d *finder) index(l *line, name string) *Found {
	for _, w := range l.words() {
		if w.index && w.name == name {
			return &Found{d.file, l.unit, &Symbol{Name: name, Spelling: d.file.Text.Slice(w.at), Kind: Index, At: w.at, Range: w.at}}
		}
	}
	return nil
}

// component finds a component where its type is declared.
func (d *finder) component(u *Unit, w word) *Found {
	if u == nil || !u.isClosed(w.at) {
		return nil
	}
	for _, s := range u.Symbols {
		for _, c := range s.Children {
			if s.Kind == Type && c.At == w.at {
				return &Found{d.file, u, c}
			}
		}
	}
	return nil
}

func (u *Unit) isClosed(at source.Span) bool {
	return slices.ContainsFunc(u.closed, func(c source.Span) bool { return c.Contains(at.Start) })
}

// maxUses bounds chains of modules that use each other.
const maxUses = 8

// visible looks through a unit and its hosts. A procedure that is only declared
// gives way to its definition.
func (d *finder) visible(u *Unit, name string, depth int) *Found {
	for ; u != nil; u = u.Host {
		if sym := u.named(name); sym != nil {
			if sym.Kind == External {
				if found := d.global(name); found != nil {
					return found
				}
			}
			return &Found{d.file, u, sym}
		}
		if u.Name == name && name != "" {
			return &Found{d.file, u, u.Symbol}
		}
		for _, inner := range u.Inside {
			if inner.Name == name {
				return &Found{d.file, inner, inner.Symbol}
			}
		}
		if found := d.fromModules(u, name, depth); found != nil {
			return found
		}
	}
	return nil
}

func (d *finder) fromModules(u *Unit, name string, depth int) *Found {
	for _, use := range u.uses {
		there, visible := use.Theirs(name)
		if !visible {
			continue
		}
		if found := d.exported(use.Module, there, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// exported looks for a name in a module.
func (d *finder) exported(module, name string, depth int) *Found {
	m := d.global(module)
	if m == nil || m.Symbol.Kind != Module || depth > maxUses {
		return nil
	}
	there := &finder{file: m.File, elsewhere: d.elsewhere}
	found := there.visible(m.Unit, name, depth)
	if found != nil && found.Symbol == m.Symbol {
		return nil
	}
	return found
}

// global finds a unit by name, in this file first.
func (d *finder) global(name string) *Found {
	if found := d.file.Unit(name); found != nil {
		return found
	}
	return d.elsewhere(name)
}

// implicit declares a variable where it first stands, unless all must be
// declared.
func (d *finder) implicit(l *line, w word) *Found {
	if l.unit == nil || l.unit.typed || w.call || l.unit.isClosed(w.at) {
		return nil
	}
	if _, known := program.Intrinsics[w.name]; known {
		return nil
	}
	key := implied{l.unit, w.name}
	found, ok := d.implied[key]
	if !ok {
		found = d.first(key)
		d.implied[key] = found
	}
	return found
}

func (d *finder) first(key implied) *Found {
	for l := range d.file.naming(key.name) {
		if l.unit != key.unit || !l.mayName(key.name) {
			continue
		}
		for _, w := range l.words() {
			if w.name == key.name && !w.index {
				sym := &Symbol{Name: w.name, Spelling: d.file.Text.Slice(w.at), Kind: Variable, At: w.at, Range: w.at}
				return &Found{d.file, l.unit, sym}
			}
		}
	}
	return nil
}

// Among finds units in the files, in their order.
func Among(files []*File) Elsewhere {
	return func(name string) *Found {
		for _, f := range files {
			if found := f.Unit(name); found != nil {
				return found
			}
		}
		return nil
	}
}
