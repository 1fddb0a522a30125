package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// REDISTRIBUTE and REALIGN change the mappings from where they stand on (HPF
// 1.1, section 3.5). They are lowered in the order of the source, each from what
// those before it have left.

// redistribute gives the target another distribution, and with it all that is
// aligned to it.
func (l *statements) redistribute(x *hpf.Distribute, s *fortran.Statement) program.Stmt {
	m, d := l.mapper, directive{Directive: x, stmt: s, at: s.At}
	target := m.array(x.Target.String())
	if target == nil {
		m.unknown(d, x.Target.Span(), "unknown-template", "%s is neither a template nor an array", x.Target)
		return l.unmodelled("redistribute", s, "what is remapped is not known")
	}
	formats, ok := m.formats(x, target, d)
	if !ok {
		return l.unmodelled("redistribute", s, "the new mapping is not known")
	}
	onto, parts, ok := m.onto(x, formats, d)
	if !ok {
		return l.unmodelled("redistribute", s, "the new mapping is not known")
	}
	m.alongWith(target)
	m.order = appendNew(m.order, target)
	target.dist, target.align = &distribution{at: s.At, formats: formats, onto: onto, parts: parts, grid: m.gridOf(onto)}, nil
	return m.remap("redistribute", target, s)
}

// realign aligns an array otherwise.
func (l *statements) realign(x *hpf.Align, s *fortran.Statement) program.Stmt {
	m, d := l.mapper, directive{Directive: x, stmt: s, at: s.At}
	moved := m.array(x.Alignee.String())
	if moved == nil || moved.sym == nil {
		m.unknown(d, x.Alignee.Span(), "unknown-array", "%s is not declared as an array", x.Alignee)
		return l.unmodelled("realign", s, "what is remapped is not known")
	}
	dist, align, state := moved.dist, moved.align, moved.state
	moved.dist, moved.align, moved.state = nil, nil, fresh
	m.alignTo(x, d)
	if moved.align == nil {
		moved.dist, moved.align, moved.state = dist, align, state
		return l.unmodelled("realign", s, "the new mapping is not known")
	}
	return m.remap("realign", moved, s)
}

func appendNew(list []*object, o *object) []*object {
	for _, x := range list {
		if x == o {
			return list
		}
	}
	return append(list, o)
}

// remap notes the arrays whose mapping goes through the changed object.
func (m *mapper) remap(keyword string, changed *object, s *fortran.Statement) program.Stmt {
	out := &program.Remap{Node: at(s), Keyword: keyword}
	moves := m.moves(changed)
	for _, move := range moves {
		out.Arrays = append(out.Arrays, move.Array)
	}
	m.remaps = append(m.remaps, remapping{out, changed, changed.dist, changed.align, moves})
	if len(moves) == 0 {
		m.report(s.At, source.Information, "moves-nothing", "no array of this unit is mapped through %s: nothing is remapped", changed.name)
	}
	if m.out.Remaps == nil {
		m.out.Remaps = map[*program.Remap][]mapping.Move{}
	}
	m.out.Remaps[out] = moves
	return out
}

// moves follows all alignments anew and returns what is mapped through an
// object, with its mapping.
func (m *mapper) moves(changed *object) []mapping.Move {
	for _, o := range m.order {
		if !o.imported || o.align != nil {
			o.state, o.root, o.rooted = fresh, nil, nil
		}
	}
	var out []mapping.Move
	for _, o := range m.order {
		known := func(x mapping.Move) bool { return x.Array == o.sym }
		if o.sym == nil || !m.through(o, changed) || !m.follow(o) || o.root.dist == nil || slices.ContainsFunc(out, known) {
			continue
		}
		out = append(out, mapping.Move{Array: o.sym, To: m.layout(o)})
	}
	return out
}

// remapping is a directive with what it has made of the object that it changes.
type remapping struct {
	stmt    *program.Remap
	changed *object
	dist    *distribution
	align   *alignment
	moves   []mapping.Move
}

// repeat executes the remappings of a loop's body once more, from the mappings
// that the body leaves: what one moves then may be mapped through other
// alignments, or along with a template that has been distributed since.
func (m *mapper) repeat(body []remapping) {
	for _, x := range body {
		x.changed.dist, x.changed.align = x.dist, x.align
		again := m.moves(x.changed)
		x.stmt.Varies = x.stmt.Varies || !slices.EqualFunc(x.moves, again, func(a, b mapping.Move) bool {
			return a.Array == b.Array && a.To.Same(b.To)
		})
	}
}

// through reports whether the object is the changed one, or aligned to it
// directly or through others.
func (m *mapper) through(o, changed *object) bool {
	for steps := 0; o != nil && steps <= len(m.order); steps++ {
		if o == changed {
			return true
		}
		if o.align == nil {
			return o.imported && o.root == changed
		}
		o = o.align.target
	}
	return false
}
