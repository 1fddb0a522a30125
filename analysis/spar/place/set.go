package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
)

// An integer of a class that is declared without a value, and that one statement of the
// whole program sets, has that value: n = size in a constructor, n = 1024 in main. Where the
// statement stands in a member of several calls, all must pass it the same.

// set is the statement that sets a field.
type set struct {
	value  spar.Expr
	number int // of the member
}

// findSets finds the fields that one statement sets. The 0 that a field has until then is not
// counted with: the statement stands under no condition, in no loop, and behind nothing that
// calls a method of the program or reads the field.
func (u *unit) findSets() {
	u.sets = map[*field]set{}
	stores := u.stores()
	for i, m := range u.members {
		if m.Body == nil || m.Kind == spar.Method && !u.called(i+1) {
			continue
		}
		for k, s := range m.Body.Body {
			f, value := u.setting(s, u.owners[i], m)
			if f == nil || f.declarator.Init != nil || classOfType(f.declarator.Type) != Integer || stores[f] != 1 {
				continue
			}
			if !slices.ContainsFunc(m.Body.Body[:k], func(s spar.Stmt) bool { return u.disturbs(s, u.owners[i], f.declarator.Name) }) {
				u.sets[f] = set{value, i + 1}
			}
		}
	}
}

// called tells whether the program starts with a method, or comes to it.
func (u *unit) called(number int) bool {
	return u.entry != nil && (u.entry.number == number || slices.ContainsFunc(u.methods, func(m *Method) bool { return m.number == number && len(u.calls[m]) > 0 }))
}

// stores counts the assignments to each field. What may be one to several fields counts for
// all of them.
func (u *unit) stores() map[*field]int {
	named := map[string][]*field{}
	for _, c := range u.classes {
		for _, f := range c.order {
			named[f.declarator.Name] = append(named[f.declarator.Name], f)
		}
	}
	out := map[*field]int{}
	for i, m := range u.members {
		others := map[string]int{}
		for _, name := range m.Facts.Others {
			others[name]++
		}
		for _, name := range m.Facts.Stored {
			f := u.owners[i].visible(name)
			if others[name] > 0 {
				others[name], f = others[name]-1, nil
			}
			if f != nil {
				out[f]++
				continue
			}
			for _, f := range named[name] {
				out[f]++
			}
		}
	}
	return out
}

// visible is the field that a name means in a class; nil where it and those around it have
// none.
func (c *class) visible(name string) *field {
	for ; c != nil; c = c.outer {
		for _, d := range c.lineage {
			if f := d.fields[name]; f != nil {
				return f
			}
		}
	}
	return nil
}

// setting is the field that a statement sets, and to what; nil for any other statement.
func (u *unit) setting(s spar.Stmt, c *class, m spar.Placed) (*field, spar.Expr) {
	e, ok := s.(*spar.ExprStmt)
	if !ok {
		return nil, nil
	}
	x, ok := spar.Unmarked(e.X).(*spar.Assign)
	if !ok || x.Op != "=" {
		return nil, nil
	}
	switch left := spar.Unmarked(x.X).(type) {
	case *spar.Name:
		own := slices.ContainsFunc(m.Params, func(p *spar.Param) bool { return p.Name == left.Name }) ||
			slices.ContainsFunc(m.Facts.Locals, func(d *spar.Declarator) bool { return d.Name == left.Name })
		if !own {
			return c.visible(left.Name), x.Y
		}
	case *spar.Select:
		if of, ok := spar.Unmarked(left.X).(*spar.Name); ok && of.Name == "this" {
			return c.fields[left.Name], x.Y
		}
	}
	return nil, nil
}

// disturbs tells whether a statement calls something of the program, or reads a name.
func (u *unit) disturbs(s spar.Stmt, c *class, name string) bool {
	found := false
	at := &scope{u: u, class: c}
	spar.Walk(s, func(x spar.Expr) {
		switch x := x.(type) {
		case *spar.Name:
			found = found || x.Name == name
		case *spar.Select:
			found = found || x.Name == name
		case *spar.New:
			found = found || u.constructor(x) != nil
		case *spar.Call:
			if to := u.chained(c, x); to != nil && to.class != c && to.member.Body != nil { // super(...)
				for _, s := range to.member.Body.Body {
					found = found || u.disturbs(s, to.class, name)
				}
				return
			}
			found = found || at.targets(x) != nil
		}
	})
	return found
}

// signSet writes what the value of a field that is set depends on besides declarations.
func (u *unit) signSet(w *surface.Declaration, f *field) {
	if x, ok := u.sets[f]; ok {
		fmt.Fprintln(w, "set", x.number, spar.Text(x.value))
		u.with(w, x.number)
		u.signArguments(w, x.number)
	}
}
