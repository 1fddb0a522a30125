package place

import (
	"fmt"
	"io"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A field that is declared without an array gets one in a constructor or another
// method: u = new double[size+2, size+2]. Where that happens at one place, the map
// and the extents are those of that place, with parameters that have one value in
// all calls.

// made is where the array of a field is made.
type made struct {
	*spar.NewArray
	subs   []spar.Expr // of the element that it becomes; none for a whole field
	number int         // of the member
}

// madeFor finds the one place where a field, or an element of it, gets its array; false
// where there is none, or several.
func (u *unit) madeFor(c *class, name string, element bool) (made, bool) {
	var found []made
	for i, m := range u.members {
		if u.owners[i] != c {
			continue
		}
		for _, x := range m.Facts.Made {
			if x.Name == name && (x.Subs != nil) == element {
				found = append(found, made{x.New, x.Subs, i + 1})
			}
		}
	}
	if len(found) != 1 {
		return made{}, false
	}
	return found[0], true
}

// arguments are the lists of arguments with which a member is called, each with the
// class where that stands.
func (u *unit) arguments(number int) (lists [][]spar.Expr, classes []*class) {
	for i, from := range u.members {
		s := &scope{u: u, class: u.owners[i]}
		for _, x := range from.Facts.Created {
			if to := u.constructor(x.New); to != nil && to.number == number {
				lists, classes = append(lists, x.New.Args), append(classes, u.owners[i])
			}
		}
		for _, x := range from.Facts.Calls {
			if to := s.callee(x.Call); to != nil && to.number == number {
				lists, classes = append(lists, x.Call.Args), append(classes, u.owners[i])
			}
		}
	}
	return lists, classes
}

// makingScope holds the parameters of the member that makes an array.
func (b *builder) makingScope(at made) *scope {
	s := &scope{b: b, u: b.unit, class: b.owners[at.number-1], names: map[string]*Variable{}}
	lists, classes := b.arguments(at.number)
	for k, p := range b.members[at.number-1].Params {
		if classOfType(p.Type) != Integer {
			continue
		}
		var values []symbolic.Expr
		for i, args := range lists {
			e := b.expr(args[k], &scope{b: b, u: b.unit, class: classes[i]})
			if !slices.Contains(values, e) {
				values = append(values, e)
			}
		}
		v := &Variable{Name: p.Name, Model: p.Name, Type: p.Type}
		if len(values) == 1 && !b.isUnknown(values[0]) {
			v.value = values[0]
		}
		s.names[p.Name] = v
	}
	b.knownLocals(b.members[at.number-1], s)
	return s
}

// signMade writes what the extents of fields depend on besides declarations.
func (u *unit) signMade(w io.Writer) {
	for _, c := range u.classes {
		for _, f := range c.order {
			element := f.declarator.Init != nil
			at, ok := u.madeFor(c, f.declarator.Name, element)
			if !ok {
				continue
			}
			fmt.Fprintln(w, f.model, at.number, spar.Text(at.NewArray))
			for _, x := range at.subs {
				fmt.Fprintln(w, spar.Text(x))
			}
			u.signLocals(w, u.members[at.number-1])
			for _, z := range at.Sizes {
				if z.Pragmas != nil {
					for _, p := range z.Pragmas.List {
						fmt.Fprintln(w, p.Name, p.Value.String())
					}
				}
			}
			lists, _ := u.arguments(at.number)
			for _, args := range lists {
				for _, x := range args {
					fmt.Fprint(w, spar.Text(x), ",")
				}
				fmt.Fprintln(w)
			}
		}
	}
}
