package lower

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
)

// blockScope lowers a BLOCK construct, whose declarations hold inside it only.
// Their symbols are called block%name, block2%name and so on, so that all
// symbols of the unit differ.
func (l *statements) blockScope(n *fortran.Node) []program.Stmt {
	l.blocks++
	outer := *l.lowerer
	inner := newScope(&program.Unit{}, l.scope)
	inner.block, inner.adopt = true, l.adopt
	if inner.prefix = "block%"; l.blocks > 1 {
		inner.prefix = fmt.Sprintf("block%d%%", l.blocks)
	}
	l.scope, l.declared, l.spec = inner, nil, nil
	block := names.Block(n, l.read)
	l.uses(block)
	l.symbols(block)
	own := map[string]bool{}
	for _, d := range l.declared {
		own[d.sym.Name[len(inner.prefix):]] = true
		l.out.Symbols = append(l.out.Symbols, d.sym)
	}
	l.resolve()
	defer func() { // what the block uses from modules, extents and temporaries
		for _, sym := range inner.unit.Symbols {
			if l.out.Lookup(sym.Name) == nil {
				l.out.Symbols = append(l.out.Symbols, sym)
			}
		}
	}()
	defer l.mapInside(own)()
	l.started = false
	out := append(l.blockShapes(n.Statement), l.block(n.Blocks[0].Body)...)
	l.scope, l.spec, l.started = outer.scope, outer.spec, true
	l.declared = append(outer.declared, l.declared...)
	return out
}

// blockShapes assigns the extents of arrays whose bounds are evaluated where the block
// begins; those that directives map keep their bounds.
func (l *statements) blockShapes(s *fortran.Statement) []program.Stmt {
	var out []program.Stmt
	for _, d := range l.declared {
		shape := shapeOfRef(program.NewRef(s.At, d.sym))
		varies := slices.ContainsFunc(shape, func(n program.Expr) bool { _, constant := l.constInt(n); return !constant })
		if _, mapped := l.out.Layouts[d.sym]; !varies || mapped || d.sym.Extents != nil {
			continue
		}
		var lowers []program.Expr
		for _, b := range d.sym.Dims {
			lowers = append(lowers, b.Lower)
		}
		l.descriptor(d.sym, nil, lowers)
		out = append(out, extents(program.NewRef(s.At, d.sym), shape, s)...)
	}
	return out
}

// mapInside resolves the mapping directives of a BLOCK, which may name what
// the block declares and what is declared around it. What is returned forgets them.
func (l *statements) mapInside(own map[string]bool) (outside func()) {
	if len(l.spec) == 0 {
		return func() {}
	}
	for _, d := range l.spec {
		if t, is := d.Directive.(*hpf.Template); is {
			own[t.Name.String()] = true
		}
	}
	m, objects, order := l.mapper, l.mapper.objects, l.mapper.order
	m.objects = maps.Clone(objects)
	maps.DeleteFunc(m.objects, func(name string, _ *object) bool { return own[name] })
	m.order = nil
	m.directives()
	m.layouts()
	return func() { m.objects, m.order = objects, order }
}

// useInside returns the symbol of a name in a BLOCK. What the block does not
// declare belongs to the unit, implicitly typed or not.
func (s *scope) useInside(name string) *program.Symbol {
	sym := s.host.use(name)
	s.enter(name, sym)
	return sym
}
