package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
	"github.com/parlens/parlens/analysis/symbolic"
)

// An integer parameter of a generic class, class Grid(| int n |), is to its members what a field
// is. It has the value with which all objects of the class are made, new Grid(|64|)(); where
// they are made with several, the largest is assumed.

// declareParams enters the integer parameters of a class.
func (u *unit) declareParams(c *class) {
	for k, x := range c.tree.Params {
		if classOfType(x.Type) == Integer {
			f := &field{declarator: &spar.Declarator{Name: x.Name, NameSpan: x.NameSpan, Type: x.Type}, model: u.model(c.name + "_" + x.Name), param: k + 1}
			c.fields[x.Name] = f
			c.params = append(c.params, f)
		}
	}
}

// genericFields are the variables of such parameters.
func (b *builder) genericFields() {
	for _, c := range b.classes {
		for _, f := range c.params {
			v := &Variable{Name: f.declarator.Name, Model: f.model, Type: f.declarator.Type, final: true, once: true, class: c, param: f.param}
			b.fields[f], b.variables[f.model] = v, v
		}
	}
}

// instances are the lists of arguments with which a generic class is made, or extended by classes
// of which objects are made: in what the program comes to, or anywhere where that does not.
func (u *unit) instances(c *class) []passed {
	var reached, others []passed
	with := func(t *spar.TypeRef, x passed, idle bool) {
		x.args = t.Args
		switch {
		case u.className(t.Base) != c || len(t.Args) != len(c.tree.Params):
		case idle:
			others = append(others, x)
		default:
			reached = append(reached, x)
		}
	}
	for _, d := range u.classes {
		made := slices.ContainsFunc(u.classes, func(x *class) bool { return x.made && slices.Contains(x.lineage, d) })
		for _, t := range d.tree.Supers {
			with(t, passed{class: d}, !made)
		}
	}
	for i, m := range u.members {
		for _, d := range m.Names {
			spar.WalkExpr(d.Init, func(x spar.Expr) {
				if x, ok := x.(*spar.New); ok {
					with(x.Type, passed{number: i + 1}, false)
				}
			})
		}
		for _, x := range m.Facts.Created {
			with(x.New.Type, passed{number: i + 1}, u.idle[i+1])
		}
	}
	if len(reached) == 0 {
		return others
	}
	return reached
}

// instanceValue is the value of a parameter of a generic class; none where that is not known,
// and of any other variable.
func (b *builder) instanceValue(v *Variable) symbolic.Expr {
	if v.param == 0 || v.open {
		return 0
	}
	v.open = true
	e := b.handedTo(v, 0, v.param-1, b.instances(v.class))
	if v.open = false; e != 0 && !b.isUnknown(e) {
		v.value = e
	}
	return e
}

// signInstances writes what the values of the parameters of a class depend on besides
// declarations.
func (u *unit) signInstances(w *surface.Declaration, c *class) {
	if len(c.params) == 0 {
		return
	}
	for _, x := range u.instances(c) {
		for _, a := range x.args {
			fmt.Fprint(w, spar.Text(a), ",")
		}
		if fmt.Fprintln(w); x.number > 0 {
			u.with(w, x.number)
			u.signArguments(w, x.number)
		}
	}
}
