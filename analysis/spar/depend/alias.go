package depend

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar"
)

// Arrays and objects are references: after y = x, and in a method that is called with
// one array twice, two names stand for the same elements. What is made by new is
// nothing that has another name yet; a name is followed to where it comes from, through
// assignments and through arguments, call by call.

// origin is what an expression may refer to: one of some variables, or anything.
type origin struct {
	of       []variable
	anything bool
}

func (o origin) refers() bool { return o.anything || len(o.of) > 0 }

// flow is an assignment of a reference; passing the arguments of a call.
type flow struct {
	to   variable
	from origin
}

type passing struct {
	name string // of the method or class
	args []origin
}

// flows are those of a member, with what they say as a text.
type flows struct {
	flows []flow
	calls []passing
	text  string
}

// flowsKey is a member of a class, with the names that classes have and their depths.
type flowsKey struct {
	class  string
	member *spar.Member
	names  string
}

func (k flowsKey) flows(p *program) *flows {
	f := &flows{}
	var text strings.Builder
	assign := func(to, from spar.Expr) {
		o := p.origin(from, k.class, k.member)
		if t := p.origin(to, k.class, k.member).of; len(t) > 0 && o.refers() {
			f.flows = append(f.flows, flow{t[0], o})
			fmt.Fprintf(&text, "%v=%v;", t[0], o)
		}
	}
	pass := func(name string, args []spar.Expr) {
		c, refers := passing{name: name}, false
		for _, a := range args {
			o := p.origin(a, k.class, k.member)
			c.args, refers = append(c.args, o), refers || o.refers()
		}
		if refers {
			f.calls = append(f.calls, c)
			fmt.Fprintf(&text, "%s%v;", name, c.args)
		}
	}
	if m := k.member; m.Kind == spar.Field {
		for _, d := range m.Names {
			assign(&spar.Name{Name: d.Name}, d.Init)
		}
	} else if m.Body != nil {
		for _, d := range m.Facts.Locals {
			assign(&spar.Name{Name: d.Name}, d.Init)
		}
		spar.Walk(m.Body, func(x spar.Expr) {
			switch x := x.(type) {
			case *spar.Assign:
				if x.Op == "=" {
					assign(x.X, x.Y)
				}
			case *spar.Call:
				pass(called(x), x.Args)
			case *spar.New:
				pass(x.Type.Base, x.Args)
			}
		})
	}
	if text.Len() > 0 {
		f.text = fmt.Sprintf("%s.%s/%d:%s\n", k.class, k.member.Name, len(k.member.Params), text.String())
	}
	return f
}

// origin is what an expression in a member of a class may refer to; nothing where it is
// no reference.
func (p *program) origin(x spar.Expr, class string, m *spar.Member) origin {
	switch x := x.(type) {
	case *spar.Choice:
		then, els := p.origin(x.Then, class, m), p.origin(x.Else, class, m)
		return origin{append(then.of, els.of...), then.anything || els.anything}
	case *spar.Call:
		return origin{anything: true}
	}
	if v, depth := p.variable(x, class, m); depth > 0 {
		return origin{of: []variable{v}}
	}
	return origin{}
}

// variable is what an expression names in a member of a class, and how many levels of
// arrays and objects below it there are: 0 for a number.
func (p *program) variable(x spar.Expr, class string, m *spar.Member) (variable, int) {
	switch x := x.(type) {
	case *spar.Marked:
		return p.variable(x.X, class, m)
	case *spar.Cast:
		return p.variable(x.X, class, m)
	case *spar.Index:
		v, depth := p.variable(x.X, class, m)
		return v, depth - 1
	case *spar.Name:
		if t := declared(m, x.Name); t != nil {
			return variable{member: m, name: x.Name}, p.depth(t)
		}
		if c := p.classes[class]; c == nil || c.fields[x.Name] == nil {
			class = ""
		}
		return p.ofClass(class, x.Name)
	case *spar.Select:
		owner, _ := x.X.(*spar.Name)
		switch {
		case owner == nil || owner.Name != "this" && p.classes[owner.Name] == nil:
			class = ""
		case owner.Name != "this":
			class = owner.Name
		}
		return p.ofClass(class, x.Name)
	}
	return variable{}, 0
}

// references collects the flows of all members, and what they say as a text.
func (p *program) references(known *memo.Table) string {
	var names, text strings.Builder
	for _, c := range p.names {
		fmt.Fprintf(&names, "%s:", c)
		for _, f := range slices.Sorted(maps.Keys(p.classes[c].fields)) {
			fmt.Fprintf(&names, "%s/%d ", f, p.depth(p.classes[c].fields[f].d.Type))
		}
	}
	for _, c := range p.names {
		for _, m := range p.classes[c].tree.Members {
			if m.Member != nil {
				f := memo.GetFrom(known, flowsKey{c, m.Member, names.String()}, p, flowsKey.flows)
				p.flows, p.passed = append(p.flows, f.flows...), append(p.passed, f.calls...)
				text.WriteString(f.text)
			}
		}
	}
	return text.String()
}

// sources are what a variable may have been given; anything where nobody knows.
func (p *program) sources(v variable) origin {
	var out origin
	for _, f := range p.flows {
		if f.to.is(v) {
			out.of, out.anything = append(out.of, f.from.of...), out.anything || f.from.anything
		}
	}
	if i := parameter(v); i >= 0 {
		sites := p.sites(v.member)
		out.anything = out.anything || len(sites) == 0
		for _, c := range sites {
			out.of, out.anything = append(out.of, c.args[i].of...), out.anything || c.args[i].anything
		}
	}
	return out
}

// sites are the calls that may be of a member.
func (p *program) sites(m *spar.Member) []passing {
	var out []passing
	for _, c := range p.passed {
		if c.name == m.Name && len(c.args) == len(m.Params) {
			out = append(out, c)
		}
	}
	return out
}

// same tells whether two variables may refer to one array or object.
func (p *program) same(v, w variable, seen map[[2]variable]bool) bool {
	if v.is(w) {
		return true
	}
	if seen[[2]variable{v, w}] {
		return false
	}
	seen[[2]variable{v, w}], seen[[2]variable{w, v}] = true, true
	any := func(a, b origin) bool {
		return a.anything || b.anything || slices.ContainsFunc(a.of, func(x variable) bool {
			return slices.ContainsFunc(b.of, func(y variable) bool { return p.same(x, y, seen) })
		})
	}
	if i, j := parameter(v), parameter(w); i >= 0 && j >= 0 && v.member == w.member {
		sites := p.sites(v.member)
		return len(sites) == 0 || slices.ContainsFunc(sites, func(c passing) bool { return any(c.args[i], c.args[j]) })
	}
	one := func(x variable) origin { return origin{of: []variable{x}} }
	return any(p.sources(v), one(w)) || any(one(v), p.sources(w))
}

// overlap tells whether what two accesses name may be one array.
func (s *scan) overlap(a, b access) bool {
	if a.part != "" && a.part == b.part {
		if from := s.program.sources(variable{name: a.part}); len(from.of) == 0 && !from.anything {
			if a.holder != b.holder && a.holder != "" && b.holder != "" {
				return s.program.same(variable{name: a.holder}, variable{name: b.holder}, map[[2]variable]bool{})
			}
			return s.program.same(a.base, b.base, map[[2]variable]bool{}) // each object has its own
		}
		return true
	}
	array := func(x access) variable {
		if x.part != "" {
			return variable{name: x.part}
		}
		return x.base
	}
	return s.program.same(array(a), array(b), map[[2]variable]bool{})
}
