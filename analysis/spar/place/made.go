package place

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
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

// passed is a list of arguments with the number of the member where it stands; 0 where that is
// the heading of a class.
type passed struct {
	args   []spar.Expr
	number int
	class  *class
}

// argumentScope is what is known where arguments stand.
func (b *builder) argumentScope(x passed) *scope {
	if x.number == 0 {
		return &scope{b: b, u: b.unit, class: x.class}
	}
	return b.makingScope(x.number)
}

// arguments are the lists of arguments with which a member is called. Calls that the program
// never comes to count only where it does not come to the member either.
func (u *unit) arguments(number int) (lists []passed) {
	for i, from := range u.members {
		if u.idle[i+1] && !u.idle[number] {
			continue
		}
		if len(from.Names) == 0 && !callsSome(from) {
			continue
		}
		s := u.scopeOf(from, u.owners[i])
		create := func(x *spar.New) {
			if to := u.constructor(x); to != nil && to.number == number {
				lists = append(lists, passed{args: x.Args, number: i + 1})
			}
		}
		for _, d := range from.Names {
			spar.WalkExpr(d.Init, func(x spar.Expr) {
				if x, ok := x.(*spar.New); ok {
					create(x)
				}
			})
		}
		for _, x := range from.Facts.Created {
			create(x.New)
		}
		for _, x := range from.Facts.Calls {
			if slices.ContainsFunc(s.targets(x.Call), func(to *Method) bool { return to.number == number }) {
				lists = append(lists, passed{args: x.Call.Args, number: i + 1})
			}
		}
	}
	return lists
}

// chained is the constructor that this(...) or super(...) continues with; nil for any other
// call.
func (u *unit) chained(c *class, x *spar.Call) *Method {
	name, ok := spar.Unmarked(x.Fun).(*spar.Name)
	switch {
	case !ok || c == nil:
		return nil
	case name.Name == "super" && len(c.lineage) > 1:
		c = c.lineage[1]
	case name.Name != "this":
		return nil
	}
	return c.constructor(len(x.Args))
}

// makingScope holds what is known of a member wherever in it one looks: the parameters that
// have one value in all calls, and what it declares. It makes an array, sets a field, or calls
// such a member.
func (b *builder) makingScope(number int) *scope {
	s := &scope{b: b, u: b.unit, class: b.owners[number-1], names: map[string]*Variable{}}
	var lists []passed
	around := slices.Contains(b.making, number)
	if b.asksCallers(number, b.making) {
		b.making = append(b.making, number)
		defer func() { b.making = b.making[:len(b.making)-1] }()
		lists = b.arguments(number)
	}
	for k, p := range b.members[number-1].Params {
		v := &Variable{Name: p.Name, Model: p.Name, Type: p.Type}
		s.names[p.Name] = v
		if b.members[number-1].Kind == spar.Constructor {
			v.Model = s.class.name + "_" + p.Name
		}
		if classOfType(p.Type) != Integer {
			continue
		}
		if around {
			b.circles++
			v.value = b.symbol(circle)
			continue
		}
		v.value = b.handedTo(v, number, k, lists)
	}
	b.knownLocals(b.members[number-1], s)
	return s
}

// handedTo is the value of a parameter that all calls pass; none where they do not agree.
func (b *builder) handedTo(v *Variable, number, k int, lists []passed) symbolic.Expr {
	var values []symbolic.Expr
	most, numbers, circles := int64(0), true, b.circles
	for _, x := range lists {
		e := b.expr(x.args[k], b.argumentScope(x))
		if b.circular(e) {
			b.circles++
			continue
		}
		if slices.ContainsFunc(values, func(o symbolic.Expr) bool { return b.plain(o) == b.plain(e) }) {
			continue
		}
		values = append(values, e)
		n, ok := b.arena.ConstInt(b.plain(e))
		most, numbers = max(most, n), numbers && ok
	}
	switch {
	case len(values) == 0 && len(lists) > 0:
		return b.symbol(circle)
	case len(values) == 1 && (!b.isUnknown(values[0]) || b.nameOf(values[0]) != ""):
		return values[0]
	case len(values) < 2 || !numbers || b.circles > circles:
		most = 0
	}
	if v.asked = len(values) == 1 && b.bare(values[0]); v.asked && v.Model == v.Name {
		v.Model = b.owners[number-1].name + "_" + b.members[number-1].Name + "_" + v.Name
	}
	if v.Model != v.Name { // of a constructor, or asked for
		b.largest[v.Model] = float64(most)
	}
	return 0
}

// circle is the symbol of a value that rests on itself: it is what others say.
const circle = UnknownMark + "()"

// bare tells whether a value is one that only the run knows, with a name.
func (b *builder) bare(e symbolic.Expr) bool {
	free := b.arena.Free(e)
	return len(free) == 1 && e == b.symbol(free[0].Name) && strings.HasPrefix(free[0].Name, UnknownMark)
}

// nameOf is the name of such a value; "" where it is no more than what the run computes
// (Integer.parseInt(args[0])): each statement would ask for that anew.
func (b *builder) nameOf(e symbolic.Expr) string {
	if !b.bare(e) {
		return ""
	}
	name := b.arena.Free(e)[0].Name[len(UnknownMark):]
	if !isName(name) {
		return ""
	}
	return name
}

// circular tells whether a value is that of the field which is being worked out: new
// Vector(v.size()) passes what other calls do.
func (b *builder) circular(e symbolic.Expr) bool {
	if !b.bare(e) || e == b.symbol(circle) {
		return b.bare(e)
	}
	v := b.named(b.arena.Free(e)[0].Name[len(UnknownMark):])
	return v != nil && v.open
}

// plain is a value with those of fields in the place of their names.
func (b *builder) plain(e symbolic.Expr) symbolic.Expr {
	for _, s := range b.arena.Free(e) {
		if v := b.named(s.Name); v != nil && v.traced != 0 {
			e = b.arena.Subst(e, map[string]symbolic.Expr{s.Name: b.plain(v.traced)})
		}
	}
	return e
}

// signMadeFor writes what the extents of a field, or of the elements of it, depend on besides
// declarations.
func (u *unit) signMadeFor(w *surface.Declaration, f *field, element bool) {
	if at, ok := u.madeFor(u.owners[f.number-1], f.declarator.Name, element); ok {
		fmt.Fprintln(w, f.model, at.number, spar.Text(at.NewArray))
		for _, x := range at.subs {
			fmt.Fprintln(w, spar.Text(x))
		}
		u.with(w, at.number)
		for _, z := range at.Sizes {
			if z.Pragmas != nil {
				for _, p := range z.Pragmas.List {
					fmt.Fprintln(w, p.Name, p.Value.String())
				}
			}
		}
		u.signArguments(w, at.number)
	}
}

// asksCallers tells whether the calls of a member say what its parameters are, where it is
// come to through others: of one that calls the member which is asked about only if it is a
// constructor, which hands on what it gets (super(n)), and not in a circle.
func (u *unit) asksCallers(number int, through []int) bool {
	return len(through) == 0 || u.members[number-1].Kind == spar.Constructor && !slices.Contains(through, number)
}

// signArguments writes what the parameters of a member are in its calls, and in those of the
// constructors that call it.
func (u *unit) signArguments(w *surface.Declaration, number int, through ...int) {
	if !u.asksCallers(number, through) {
		return
	}
	u.signed[number] = true
	for _, x := range u.arguments(number) {
		for _, arg := range x.args {
			fmt.Fprint(w, spar.Text(arg), ",")
		}
		fmt.Fprintln(w)
		u.with(w, x.number)
		u.signArguments(w, x.number, append(slices.Clip(through), number)...)
	}
}
