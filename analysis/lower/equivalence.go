package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// positions places variables in storage that EQUIVALENCE and COMMON lay out (Fortran 2018,
// section 8.10.1): each from the beginning of another variable, in bytes.
type positions struct {
	from    map[*program.Symbol]place
	unclear map[*program.Symbol]bool // not known where
	order   []*program.Symbol
}

// place is so many bytes behind the beginning of a variable.
type place struct {
	base  *program.Symbol
	bytes int64
}

// overlap gives each variable those that EQUIVALENCE lays over it.
func (l *lowerer) overlap() {
	p := positions{from: map[*program.Symbol]place{}, unclear: map[*program.Symbol]bool{}}
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		if c, ok := n.Stmt.(*fortran.Common); ok {
			l.inBlocks(c, &p)
		}
	})
	joined := false
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		if e, ok := n.Stmt.(*fortran.Equivalence); ok {
			joined = true
			for _, set := range e.Sets {
				l.equate(set.Objects, n, &p)
			}
		}
	})
	if !joined {
		return
	}
	for _, s := range p.order {
		for _, other := range p.order {
			l.lay(s, other, &p)
		}
	}
}

// inBlocks places the members of COMMON blocks, each behind the one before.
func (l *lowerer) inBlocks(c *fortran.Common, p *positions) {
	for _, b := range c.Blocks {
		var before *program.Symbol
		for _, e := range b.Members {
			sym := l.scope.names[e.Name.String()]
			if before != nil && sym != nil {
				if n, known := l.bytesOf(before); known {
					p.join(before, n, sym, 0)
				}
			}
			before = sym
		}
	}
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
		sym := l.scope.names[d.Parts[0].Name]
		bytes, known := l.offset(sym, d, n.Statement)
		switch {
		case sym == nil:
			continue
		case first == nil:
			first, at = sym, bytes
		default:
			p.join(first, at, sym, bytes)
		}
		p.unclear[sym] = p.unclear[sym] || !known
	}
}

// offset is where an object of EQUIVALENCE begins in its variable.
func (l *lowerer) offset(sym *program.Symbol, d *fortran.Designator, s *fortran.Statement) (bytes int64, known bool) {
	if sym == nil || len(d.Parts) > 1 || d.Parts[0].Substring() != nil || sym.Type == program.Character {
		return 0, false
	}
	stride := int64(sym.Bytes)
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
func (l *lowerer) lay(s, other *program.Symbol, p *positions) {
	x, y := p.from[s], p.from[other]
	if s == other || x.base != y.base {
		return
	}
	if p.unclear[s] || p.unclear[other] {
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
