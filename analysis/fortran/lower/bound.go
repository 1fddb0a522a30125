package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// binding is a procedure of a derived type: x%name(...) calls procedure.
type binding struct {
	name, procedure string
	nopass          bool // x itself is no argument
}

// derived is what a unit and its hosts declare of derived types.
type derived struct {
	of    map[string]string        // the type of each variable that has one; "" for others
	types map[string]*fortran.Node // by name
}

// derived looks through the declarations once.
func (l *lowerer) derived() *derived {
	if l.objectTypes == nil {
		l.objectTypes = &derived{map[string]string{}, map[string]*fortran.Node{}}
		for u := l.unit; u != nil; u = u.Host {
			l.objectTypes.add(u.Body)
		}
	}
	return l.objectTypes
}

// add takes the declarations of a unit: those of the inner units, which come
// first, win.
func (d *derived) add(body []*fortran.Node) {
	for _, n := range body {
		switch stmt := n.Stmt.(type) {
		case *fortran.TypeDecl:
			typ := ""
			if len(stmt.Type.Args) > 0 && (stmt.Type.Base == "type" || stmt.Type.Base == "class") {
				if name, ok := stmt.Type.Args[0].(*fortran.Designator); ok {
					typ = name.Parts[0].Name
				}
			}
			for _, e := range stmt.Entities {
				if _, known := d.of[e.Name.String()]; !known {
					d.of[e.Name.String()] = typ
				}
			}
		case *fortran.Enclosing:
			if names := listed(n.Text); stmt.Keyword == "type" && len(n.Blocks) > 0 && len(names) > 0 && d.types[names[0]] == nil {
				d.types[names[0]] = n
			}
		}
	}
}

// boundTo finds the type-bound procedure that a reference x%p means, where the
// unit or one of its hosts declares x and its type.
func (l *lowerer) boundTo(d *fortran.Designator) (binding, bool) {
	if len(d.Parts) != 2 {
		return binding{}, false
	}
	known := l.derived()
	n := known.types[known.of[d.Parts[0].Name]]
	if n == nil {
		return binding{}, false
	}
	return bindingIn(n.Blocks[0].Body, d.Parts[1].Name)
}

// bindingIn reads the PROCEDURE statements of a derived type.
func bindingIn(body []*fortran.Node, name string) (binding, bool) {
	for _, n := range body {
		if fortran.KindOf(n.Stmt) != "procedure" {
			continue
		}
		tokens := fortran.Tokens(n.Text)
		b := binding{name: name, procedure: name}
		b.nopass = slices.ContainsFunc(tokens, func(t fortran.Token) bool { return t.Text == "nopass" })
		if !slices.Contains(listed(n.Text), name) {
			continue
		}
		for i, t := range tokens {
			if t.Text == name && i+2 < len(tokens) && tokens[i+1].Text == "=>" {
				b.procedure = tokens[i+2].Text
			}
		}
		return b, true
	}
	return binding{}, false
}

// boundArgs returns the arguments of a call through an object: the object, if
// it is passed, and those in parentheses.
func (l *lowerer) boundArgs(b binding, d *fortran.Designator, s *fortran.Statement) []program.Arg {
	args := l.args(d.Parts[1].Args, s)
	if b.nopass {
		return args
	}
	at := s.Place(d.Parts[0].At.Span())
	object := program.NewRef(at, l.named(d.Parts[0].Name, at))
	return append([]program.Arg{{Value: object}}, args...)
}
