package plan

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// Array is one without directives that may get some.
type Array struct {
	Name string // as it is declared

	key    string
	bounds [][2]int64 // of each dimension, where they are constants; else nil
	text   string     // of the bounds
	size   float64    // elements; 0 where it is not known
	copies []spot     // where it is declared: once, or once in every unit that names its COMMON block
	with   []int      // of a member: the dimension of the root that each of its own follows, -1 for none; nil where it is shaped as the root
}

// spot is where directives for an array can stand.
type spot struct {
	file *file
	unit *fortran.Unit
	line int // of its declaration
	last int // the last line before which no more declarations stand
	name string
}

// undirected makes groups of the arrays that no directive maps.
func (p *Program) undirected(snap *workspace.Snapshot) {
	var units []unitOf
	arrays := map[string]*Array{}
	declared := map[spot]*Array{} // of an included text, once for all units that include it
	same := map[string]string{}
	var order []*Array
	for _, x := range p.files {
		lowered := snap.Program(x.File).Units
		for i, bare := range lowered {
			known := p.Unit(x.File, bare)
			u := unitOf{known.Unit, len(units), known, same}
			units = append(units, u)
			if x.parsed.Units[i].Kind == program.Fragment || u.Messages {
				continue
			}
			for _, s := range u.Symbols {
				at := p.spot(snap, x, x.parsed.Units[i], u, s)
				if at == nil {
					continue
				}
				key := u.key(s)
				a := arrays[key]
				if a == nil && declared[*at] != nil {
					a = declared[*at]
					same[key] = a.key
				}
				if a == nil {
					a = described(s)
					a.Name, a.key = x.Text.Slice(s.Declared.Shift(u.Start)), key
					if at.file != x || !holdsWord(a.Name, s.Name) {
						a.Name = s.Name
					}
					arrays[key], declared[*at], order = a, a, append(order, a)
				}
				if !slices.ContainsFunc(a.copies, func(o spot) bool { return o.file == at.file && o.line == at.line && o.name == at.name }) {
					a.copies = append(a.copies, *at)
				}
			}
		}
	}
	private := p.privates(units)
	order = slices.DeleteFunc(order, func(a *Array) bool { return private[a.key] })
	walks := p.parallelisms(units)
	p.affine(order, affinities(units), walks)
	p.spread(walks)
	p.units = units
}

// privates are the arrays that NEW makes each iteration's own (HPF 2.0, section 5.1.2), or
// would: no processor has a part of them.
func (p *Program) privates(units []unitOf) map[string]bool {
	out := map[string]bool{}
	for _, u := range units {
		program.Statements(u.known.Through.Body, func(x program.Stmt) bool {
			do, is := x.(*program.Do)
			if !is {
				return true
			}
			if l := u.known.Tests().Loop(do); l != nil {
				own, _ := p.NewArrays(u.known, l)
				for _, s := range own {
					out[u.key(s)] = true
				}
			}
			for _, s := range u.Symbols {
				if do.Independent.Private(s) && slices.Contains(do.Independent.New, s.Name) {
					out[u.key(s)] = true
				}
			}
			return true
		})
	}
	return out
}

// spot returns where a directive for an array of a unit can stand, nil for what gets
// none: scalars, dummies (they take what is passed), pointers (their targets are mapped, and
// directives for themselves are an extension of HPF 2.0, section 8.8), small arrays, what has a
// directive, what another unit declares.
func (p *Program) spot(snap *workspace.Snapshot, x *file, u *fortran.Unit, in unitOf, s *program.Symbol) *spot {
	if s.Rank() == 0 || s.Class != program.Variable || s.Dummy || s.Pointer || s == in.Result || s.Declared.Empty() || isComponent(s) || s.Type == program.Character || s.Value != nil {
		return nil
	}
	if _, mapped := in.Layouts[s]; mapped {
		return nil
	}
	if s.Shared && (len(s.Storage) == 0 || s.Storage[0] != '/') && in.Kind != program.Module {
		return nil
	}
	for _, n := range u.Body {
		if n.Kind != fortran.Code || n.At.Start > s.Declared.Start || n.At.End < s.Declared.End {
			continue
		}
		if n.Origin == nil {
			return &spot{file: x, unit: u, line: x.Text.LineOf(u.Start + n.At.Start), last: lastDeclaration(x, u, in), name: s.Name}
		}
		if included, err := snap.File(n.Origin.File); err == nil && declares(n, s.Name) {
			for _, f := range p.files {
				if f.Path == included.Path {
					return &spot{file: f, unit: f.parsed.Units[0], line: n.Origin.Line, last: lastStatement(f), name: s.Name}
				}
			}
		}
	}
	return nil
}

// declares tells whether a statement declares a name, or shares it.
func declares(n *fortran.Node, name string) bool {
	all := fortran.Entities(n.Stmt)
	if shared, ok := n.Stmt.(*fortran.Common); ok {
		for _, b := range shared.Blocks {
			all = append(all, b.Members...)
		}
	}
	return slices.ContainsFunc(all, func(e fortran.Entity) bool { return e.Name.String() == name })
}

// lastDeclaration is the last line of the last declaration of a unit, directives that
// map data included.
func lastDeclaration(x *file, u *fortran.Unit, in unitOf) int {
	first := u.End - u.Start
	if len(in.Body) > 0 {
		first = in.Body[0].Span().Start
	}
	last := source.Span{}
	if u.Heading != nil {
		last = u.Heading.At
	}
	for _, n := range u.Body {
		if _, contains := n.Stmt.(*fortran.Contains); contains || n.At.Start >= first {
			break
		}
		if end := endOf(n); n.Kind == fortran.Code || n.Kind == fortran.Include || n.Origin != nil || mapsData(n) {
			last = end
		}
	}
	return x.Text.LineOf(u.Start + max(last.Start, last.End-1))
}

// endOf is the last statement of a construct: an interface block, a type.
func endOf(n *fortran.Node) source.Span {
	if n.End != nil {
		return n.End.At
	}
	return n.At
}

// lastStatement is the last line of the last statement of an included text.
func lastStatement(f *file) int {
	last := 1
	for _, u := range f.parsed.Units {
		for _, n := range u.Body {
			if n.Origin == nil {
				last = f.Text.LineOf(u.Start + max(0, endOf(n).End-1))
			}
		}
	}
	return last
}

// described reads the shape.
func described(s *program.Symbol) *Array {
	a := &Array{size: 1}
	known := true
	for _, d := range s.Dims {
		low, okLow := program.ConstInt(d.Lower, nil)
		high, okHigh := program.ConstInt(d.Upper, nil)
		known = known && okLow && okHigh
		a.bounds = append(a.bounds, [2]int64{low, high})
		a.size *= float64(high - low + 1)
		a.text += program.Text(d.Lower) + ":"
		if d.Upper != nil {
			a.text += program.Text(d.Upper)
		}
		a.text += ","
	}
	if known {
		a.text = ""
		for _, b := range a.bounds {
			a.text += itoa(int(b[0])) + ":" + itoa(int(b[1])) + ","
		}
		return a
	}
	a.bounds, a.size = make([][2]int64, len(s.Dims)), 0
	return a
}
