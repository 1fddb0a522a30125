package lower

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// positions places variables in storage that EQUIVALENCE and COMMON lay out (Fortran 2018,
// section 8.10.1): each from the beginning of another variable, in bytes.
type positions struct {
	from    map[*program.Symbol]place
	unclear map[*program.Symbol]bool // not known where, nor what is placed by them
	order   []*program.Symbol
}

// place is so many bytes behind the beginning of a variable.
type place struct {
	base  *program.Symbol
	bytes int64
}

// overlap gives each variable those that EQUIVALENCE lays over it. The blocks are those of the
// unit, with the names of their members.
func (l *lowerer) overlap(blocks map[string][]string) {
	p := positions{from: map[*program.Symbol]place{}, unclear: map[*program.Symbol]bool{}}
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		if e, ok := n.Stmt.(*fortran.Equivalence); ok {
			for _, set := range e.Sets {
				l.equate(set.Objects, n, &p)
			}
		}
	})
	if len(p.order) == 0 {
		return
	}
	for _, block := range slices.Sorted(maps.Keys(blocks)) {
		l.inBlock(blocks[block], &p)
	}
	unclear := map[*program.Symbol]bool{} // by base
	for s := range p.unclear {
		unclear[p.from[s].base] = true
	}
	for _, s := range p.order {
		for _, other := range p.order {
			l.lay(s, other, &p, unclear[p.from[s].base])
		}
	}
	for _, s := range p.order {
		for _, part := range s.Parts {
			overlayPart(s, part)
		}
	}
}

// inBlock places the members of a COMMON block, each behind the one before, where EQUIVALENCE
// names one.
func (l *lowerer) inBlock(members []string, p *positions) {
	list := make([]*program.Symbol, len(members))
	named := false
	for i, name := range members {
		list[i] = l.placed(name)
		named = named || list[i] != nil && slices.Contains(p.order, list[i])
	}
	for i := 1; i < len(list) && named; i++ {
		if list[i-1] == nil || list[i] == nil {
			continue
		}
		n, known := l.bytesOf(list[i-1])
		p.join(list[i-1], n, list[i], 0)
		if !known {
			p.unclear[list[i]] = true
		}
	}
}

// placed returns the unit's own variable of a name, which takes its type from its first letter
// where nothing declares it.
func (l *lowerer) placed(name string) *program.Symbol {
	if sym := l.scope.names[name]; sym != nil || l.scope.explicit {
		return sym
	}
	sym := l.scope.own(name, source.Span{})
	l.scope.typeImplicitly(sym)
	return sym
}

// equate joins the objects of a set of EQUIVALENCE: they begin at the same place.
func (l *lowerer) equate(objects []fortran.Variable, n *fortran.Node, p *positions) {
	var first *program.Symbol
	var at int64
	for _, o := range objects {
		d, ok := o.(*fortran.Designator)
		if !ok {
			continue
		}
		sym := l.placed(d.Parts[0].Name)
		bytes, known := l.offset(sym, d, n.Statement)
		switch {
		case sym == nil:
			continue
		case first == nil:
			first, at = sym, bytes
		default:
			p.join(first, at, sym, bytes)
		}
		if !known {
			p.unclear[sym] = true
		}
	}
}

// offset is where an object of EQUIVALENCE begins in its variable.
func (l *lowerer) offset(sym *program.Symbol, d *fortran.Designator, s *fortran.Statement) (bytes int64, known bool) {
	if sym == nil || len(d.Parts) > 1 || d.Parts[0].Substring() != nil || sym.Type == program.Character {
		return 0, false
	}
	stride := int64(sym.Bytes)
	if stride <= 0 && len(d.Parts[0].Args) > 0 {
		return 0, false
	}
	for k, a := range d.Parts[0].Args {
		if k >= sym.Rank() {
			return 0, false
		}
		at, ok := l.constInt(l.expr(a, s))
		lower, bounded := l.constInt(sym.Dims[k].Lower)
		extent, counted := l.extent(sym.Dims[k])
		if !ok || !bounded || !counted && k < len(d.Parts[0].Args)-1 {
			return 0, false
		}
		bytes += (at - lower) * stride
		stride *= extent
	}
	return bytes, true
}

// bytesOf is the size of a variable.
func (l *lowerer) bytesOf(sym *program.Symbol) (bytes int64, known bool) {
	bytes = int64(sym.Bytes)
	if sym.Type == program.Character { // of a length that may not be known
		return 0, false
	}
	for _, b := range sym.Dims {
		n, counted := l.extent(b)
		if !counted {
			return 0, false
		}
		bytes *= n
	}
	return bytes, bytes > 0
}

func (l *lowerer) extent(b program.Bounds) (n int64, known bool) {
	lower, ok := l.constInt(b.Lower)
	upper, bounded := l.constInt(b.Upper)
	return upper - lower + 1, ok && bounded
}

// join says that a place in one variable is a place in another.
func (p *positions) join(x *program.Symbol, atX int64, y *program.Symbol, atY int64) {
	a, b := p.of(x), p.of(y)
	if a.base == b.base {
		return
	}
	shift := a.bytes + atX - atY - b.bytes // of b's base from a's
	for s, at := range p.from {
		if at.base == b.base {
			p.from[s] = place{a.base, at.bytes + shift}
		}
	}
}

func (p *positions) of(s *program.Symbol) place {
	if at, known := p.from[s]; known {
		return at
	}
	p.from[s] = place{s, 0}
	p.order = append(p.order, s)
	return p.from[s]
}

// lay notes that another variable overlaps s, where it does.
func (l *lowerer) lay(s, other *program.Symbol, p *positions, unclear bool) {
	x, y := p.from[s], p.from[other]
	if s == other || x.base != y.base {
		return
	}
	if unclear {
		s.Over = append(s.Over, program.Overlap{Sym: other, Unclear: true})
		return
	}
	size, known := l.bytesOf(s)
	its, counted := l.bytesOf(other)
	if known && y.bytes >= x.bytes+size || counted && x.bytes >= y.bytes+its {
		return
	}
	s.Over = append(s.Over, program.Overlap{Sym: other, Bytes: y.bytes - x.bytes})
}

// overlayPart notes that what EQUIVALENCE lays over a structure may be over its component.
func overlayPart(whole, part *program.Symbol) {
	part.Overlaid = whole.Overlaid
	for _, o := range whole.Over {
		part.Over = append(part.Over, program.Overlap{Sym: o.Sym, Unclear: true})
		o.Sym.Over = append(o.Sym.Over, program.Overlap{Sym: part, Unclear: true})
	}
}

// overlapping makes what EQUIVALENCE lays over a host's variable a variable of the unit that
// names that one: under another name where the unit's own hides it.
func (l *lowerer) overlapping() {
	for _, s := range program.WithOverlapping(l.out.Symbols)[len(l.out.Symbols):] {
		if l.scope.names[s.Name] != nil {
			s.Name = "host%" + s.Name
		}
		l.scope.enter(s.Name, s)
	}
}

// besideMembers gives variables that EQUIVALENCE lays over members of COMMON blocks their places
// in the blocks, which they may extend (section 8.10.3).
func (l *lowerer) besideMembers() {
	for found := true; found; {
		found = false
		for _, s := range l.out.Symbols {
			for _, o := range s.Over {
				if s.Storage == "" && strings.HasPrefix(o.Sym.Storage, "/") {
					l.beside(s, o)
					found = true
				}
			}
		}
	}
}

// beside gives a variable its place by that of one that overlaps it: anywhere in the block
// where it is not known.
func (l *lowerer) beside(s *program.Symbol, o program.Overlap) {
	block, rest, _ := strings.Cut(o.Sym.Storage[1:], "/")
	start, what, _ := strings.Cut(rest, ":")
	from, _ := strconv.ParseInt(start, 10, 64)
	c := Common{Name: block, bytes: from - o.Bytes}
	c.unknown = o.Unclear || strings.HasPrefix(what, "?") || c.bytes < 0
	if l.member(&c, s); s.Storage == "" {
		s.Storage = "/" + block + "/0:?*0()" + l.unit.Name + "%" + s.Name
	}
}
