package depend

import (
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Verdict is what is known of the iterations of a loop.
type Verdict uint8

// The verdicts.
const (
	Independent Verdict = iota
	May                 // they may depend on each other: that is not found out
	Dependent
)

// Loop is a loop with what is known of its iterations.
type Loop struct {
	Loop       *spar.Loop
	Span       source.Span // in the file, without pragmas
	Verdict    Verdict
	Why        string      // what hinders, or may hinder
	At         source.Span // in the file: what hinders; empty in a method that the loop calls
	Calls      bool        // the iterations call methods of the program
	Reductions []string    // variables into which all iterations are combined, in their order
}

// Marked tells whether the program says itself that the iterations may run at
// the same time.
func (l Loop) Marked() bool { return isMarked(l.Loop) }

func isMarked(l *spar.Loop) bool {
	p := l.Notes()
	return p.Get("independent") != nil || p.Get("taskparallel") != nil || p.Get("reduction") != nil || p.Parallel()
}

// program finds classes, their variables and methods.
type program struct {
	classes map[string]*class
	names   []string // of the classes, in their order
	flows   []flow
	passed  []passing
}

type class struct {
	fields  map[string]*field
	methods map[string][]*spar.Member
	makers  []*spar.Member // constructors
	tree    *spar.Type
}

type field struct {
	member *spar.Member
	d      *spar.Declarator
}

func newProgram(files []*spar.File) *program {
	p := &program{classes: map[string]*class{}}
	for _, f := range files {
		for _, t := range f.Types {
			p.add(t)
		}
	}
	return p
}

func (p *program) add(t *spar.Type) {
	if p.classes[t.Name] != nil {
		return
	}
	c := &class{fields: map[string]*field{}, methods: map[string][]*spar.Member{}, tree: t}
	p.classes[t.Name] = c
	p.names = append(p.names, t.Name)
	for _, m := range t.Members {
		switch m.Kind {
		case spar.Field:
			for _, d := range m.Names {
				c.fields[d.Name] = &field{m.Member, d}
			}
		case spar.Method:
			c.methods[m.Name] = append(c.methods[m.Name], m.Member)
		case spar.Constructor:
			c.makers = append(c.makers, m.Member)
		case spar.Inner:
			p.add(m.Inner)
		}
	}
}

// final is the value of a constant of the program.
func (p *program) final(class, name string, depth int) form {
	c := p.classes[class]
	if c == nil || c.fields[name] == nil || !c.fields[name].member.Has("final") || depth > 20 {
		return form{}
	}
	return p.literal(c.fields[name].d.Init, class, depth+1)
}

// literal is the value of an expression of constants.
func (p *program) literal(x spar.Expr, class string, depth int) form {
	switch x := x.(type) {
	case *spar.Literal:
		if n, err := strconv.Atoi(x.Text); err == nil && x.Kind == "int" {
			return constant(n)
		}
	case *spar.Unary:
		if x.Op == "-" {
			return constant(0).plus(p.literal(x.X, class, depth), -1)
		}
	case *spar.Name:
		return p.final(class, x.Name, depth)
	case *spar.Select:
		if owner, ok := x.X.(*spar.Name); ok {
			return p.final(owner.Name, x.Name, depth)
		}
	case *spar.Binary:
		l, r := p.literal(x.X, class, depth), p.literal(x.Y, class, depth)
		switch {
		case x.Op == "+":
			return l.plus(r, 1)
		case x.Op == "-":
			return l.plus(r, -1)
		case x.Op == "*":
			return l.times(r)
		case x.Op == "/" && l.isConstant() && r.isConstant() && r.c != 0:
			return constant(l.c / r.c)
		}
	}
	return form{}
}
