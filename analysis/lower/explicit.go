package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// directiveText is all that the reading of a directive depends on.
type directiveText struct {
	sentinel, text string
	form           fortran.Form
}

// read reads a directive in the language of its sentinel. Several passes ask for
// it, and many directives are the same: each text is read once.
func (l *statements) read(s *fortran.Statement) hpf.Reading {
	l.out.Explicit = l.out.Explicit || dialect.Known(s.Sentinel)
	l.out.IOProcessor = l.out.IOProcessor || dialect.IsDVM(s.Sentinel)
	key := directiveText{s.Sentinel, s.Text, s.Form}
	r, known := l.readings[key]
	if !known {
		if l.env.Read != nil {
			r = l.env.Read(s.Logical, dialect.ReadLine)
		} else {
			r = dialect.ReadLine(s.Logical)
		}
		l.readings[key] = r
	}
	return r
}

// pending is what a directive says about the statement behind it.
type pending struct {
	move   bool     // GMOVE
	remote []string // REMOTE_ACCESS
	across *program.Across
}

// explicit takes a directive of a language that asks for its communications.
func (l *statements) explicit(d hpf.Directive, s *fortran.Statement) []program.Stmt {
	switch d := d.(type) {
	case *dialect.ShadowGroup:
		l.shadowGroups[d.Name] = d.Exchange
	case *dialect.Exchange:
		l.started = true
		if of, known := l.shadowGroups[d.Group]; known {
			return one(l.reflect(&of, s))
		}
		if d.Group != "" && !l.elsewhere {
			l.report(s.At, source.Error, "unknown-group", "%s is no group of shadows: SHADOW_GROUP %s(a, ...) makes it one", d.Group, d.Group)
		}
		return one(l.reflect(d, s))
	case *dialect.Move:
		l.pending.move = true
	case *dialect.Across:
		l.pending.across = &program.Across{Explicit: *l.reflect(&d.Exchange, s), Stages: l.maybe(d.Stages, s)}
	case *dialect.Remote:
		l.pending.remote = append(l.pending.remote, d.Names...)
	case *dialect.Collective:
		l.started = true
		return one(l.collective(d, s))
	case *dialect.Other:
		l.out.ComputesShadows = l.out.ComputesShadows || d.Keyword == "shadow_compute"
		if !d.Modelled {
			l.report(s.At, source.Information, "unmodelled-directive", "%s is read and has no cost model: all processors execute what it is about", strings.ToUpper(d.Keyword))
		}
	}
	return nil
}

// reflect gives each array the widths of the directive, or of its SHADOW; DVM
// keeps one element on each side where nothing is said.
func (l *statements) reflect(x *dialect.Exchange, s *fortran.Statement) *program.Explicit {
	out := &program.Explicit{Node: at(s), Kind: program.Reflect}
	for _, a := range x.Arrays {
		sym := l.scope.find(a.Name.String())
		if sym == nil || sym.Rank() == 0 {
			l.report(s.Place(a.Name.Span()), source.Error, "unknown-array", "%s is not declared as an array", a.Name)
			continue
		}
		shadow, declared := l.out.Shadows[sym]
		if !declared && s.Sentinel == "$xmp" && l.elsewhere {
			continue // it may be declared in what is not found
		}
		if !declared && s.Sentinel == "$xmp" {
			l.report(s.Place(a.Name.Span()), source.Error, "no-shadow", "%s has no SHADOW that could be brought up to date", a.Name)
			continue
		}
		widths := make([]program.Width, sym.Rank())
		for i := range widths {
			switch {
			case i < len(a.Widths):
				widths[i] = l.haloWidth(a.Widths[i], s)
				widths[i].Ring = slices.Contains(a.Rings, i)
			case declared:
				widths[i] = program.Width{Low: l.numberOf(shadow[i].Low), High: l.numberOf(shadow[i].High)}
			default:
				widths[i] = program.Width{Low: 1, High: 1}
			}
		}
		out.Variables, out.Widths, out.Faces = append(out.Variables, sym), append(out.Widths, widths), append(out.Faces, a.Faces)
	}
	return out
}

// haloWidth reads w or low:high.
func (l *statements) haloWidth(arg fortran.Arg, s *fortran.Statement) program.Width {
	side := func(e fortran.Expr) int64 {
		if e == nil {
			return 0
		}
		v, _ := l.constInt(l.expr(e, s))
		return max(0, v)
	}
	if r, ok := arg.(*fortran.Range); ok {
		return program.Width{Low: side(r.Lo), High: side(r.Hi)}
	}
	both := side(arg)
	return program.Width{Low: both, High: both}
}

func (l *statements) collective(d *dialect.Collective, s *fortran.Statement) *program.Explicit {
	kinds := map[string]program.ExplicitKind{"bcast": program.Bcast, "reduction": program.Combine, "barrier": program.Barrier}
	out := &program.Explicit{Node: at(s), Kind: kinds[d.Keyword], Operation: d.Op}
	l.images = l.images || l.out.Grid == nil && !l.distributes()
	for _, n := range d.Names {
		out.Variables = append(out.Variables, l.named(n.String(), s.Place(n.Span())))
	}
	return out
}

// takePending hands what a directive said to the statement that it stands
// before.
func (l *statements) takePending() pending {
	p := l.pending
	l.pending = pending{}
	return p
}

// fixTemplate gives a template whose bounds were left open those of
// TEMPLATE_FIX; false when there is none to fix.
func (m *mapper) fixTemplate(t *hpf.Template, d directive) bool {
	o := m.objects[t.Name.String()]
	if o == nil || !dialect.Known(d.stmt.Sentinel) || !o.open || len(o.dims) != len(t.Dims) {
		return false
	}
	o.open = false
	for i, arg := range t.Dims {
		o.dims[i] = m.extent(m.bounds(arg, d.stmt), o.name, i)
		o.bounds[i] = m.bounds(arg, d.stmt)
	}
	return true
}

// isOpen reports whether all bounds of a template are left open.
func isOpen(dims []fortran.Arg) bool {
	return len(dims) > 0 && !slices.ContainsFunc(dims, func(a fortran.Arg) bool {
		r, ok := a.(*fortran.Range)
		return !ok || r.Lo != nil || r.Hi != nil
	})
}

// home lowers the home of iterations: an array element, or one of a template,
// which lies where the template does.
func (l *statements) home(e fortran.Expr, s *fortran.Statement) (*program.Ref, bool) {
	d, ok := e.(*fortran.Designator)
	if ok && len(d.Parts) == 1 && l.scope.find(d.Parts[0].Name) == nil {
		if sym := l.mapper.templateSymbol(d.Parts[0].Name); sym != nil {
			ref, ok := l.array(sym, d, s).(*program.Ref)
			return ref, ok
		}
	}
	ref, ok := l.expr(e, s).(*program.Ref)
	return ref, ok
}

// templateSymbol returns a symbol that stands for a template and is mapped like
// it; nil for what is none. It is none of the unit's variables.
func (m *mapper) templateSymbol(name string) *program.Symbol {
	o := m.objects[name]
	switch {
	case o == nil || o.sym != nil || o.dist == nil || len(o.bounds) == 0:
		return nil
	case o.stand != nil:
		return o.stand
	}
	o.stand = &program.Symbol{Name: name, Type: program.Integer, Dims: o.bounds}
	if o.root == nil && !m.follow(o) {
		return nil
	}
	m.out.Layouts[o.stand] = m.layout(o)
	return o.stand
}
