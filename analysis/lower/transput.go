package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// transfer looks up the names in READ, WRITE and the like, and returns the
// variables that receive a value nobody knows: the items of a READ or of its
// NAMELIST, the indices of its lists, an internal file, what IOSTAT= and the like
// name.
func (l *statements) transfer(d *fortran.DataTransfer, list *program.TransferList, s *fortran.Statement) []*program.Symbol {
	group := d.Namelist()
	list.Input = d.Inputs()
	list.Internal = l.isInternal(d.Unit()) || d.Keyword == "encode" || d.Keyword == "decode"
	for _, arg := range append(slices.Clip(d.Control), d.Format) {
		if k, ok := arg.(*fortran.Keyword); ok {
			arg = k.Value
		}
		if name := plainName(arg); arg != group || name == "" || l.scope.find(name) != nil {
			l.specifier(arg, s)
		}
	}
	out := l.received(d.Control)
	members := l.group(plainName(group))
	list.Group = len(members) > 0
	for _, x := range members {
		if x.Class == program.Variable {
			list.Items = append(list.Items, l.transferred(program.NewRef(s.At, x), nil, list, s))
			if d.Inputs() {
				out = append(out, x)
			}
		}
	}
	if d.Keyword == "write" && list.Internal {
		out = append(out, l.base(d.Unit()))
	}
	for _, item := range d.Items {
		out = append(out, l.item(item, nil, list, s)...)
	}
	return distinct(out)
}

// group returns the members of a NAMELIST of the unit, of its hosts or of the modules that they
// use.
func (l *statements) group(name string) []*program.Symbol {
	var out []*program.Symbol
	for _, v := range l.groups[name] {
		if x := l.scope.find(v); x != nil {
			out = append(out, x)
		}
	}
	for s := l.scope; s != nil && len(out) == 0; s = s.host {
		for _, u := range s.uses {
			if theirs, visible := u.Theirs(name); visible {
				for _, x := range u.from.groups[theirs] {
					out = append(out, l.foreignSymbol(x.sym))
				}
			}
		}
	}
	return out
}

// fileControl looks up the names in OPEN, INQUIRE and the like, and returns the
// variables that receive a value.
func (l *statements) fileControl(control []fortran.Arg, items []fortran.Expr, s *fortran.Statement) []*program.Symbol {
	for _, arg := range control {
		l.specifier(arg, s)
	}
	for _, item := range items {
		l.item(item, nil, &program.TransferList{}, s)
	}
	return distinct(l.received(control))
}

// specifier looks up the names in an element of a control list.
func (l *statements) specifier(arg fortran.Arg, s *fortran.Statement) {
	if k, ok := arg.(*fortran.Keyword); ok {
		arg = k.Value
	}
	if _, star := arg.(*fortran.Star); arg != nil && !star {
		l.expr(arg, s)
	}
}

// item looks up the names in an item of a list, and returns those that receive a
// value: the index of an implied DO, and of an input list the variable.
func (l *statements) item(e fortran.Expr, around []program.IndexRange, into *program.TransferList, s *fortran.Statement) []*program.Symbol {
	list, ok := e.(*fortran.List)
	if !ok || list.Bracket || list.Control == nil {
		into.Items = append(into.Items, l.transferred(l.expr(e, s), around, into, s))
		if x := l.base(e); into.Input && x != nil {
			return []*program.Symbol{x}
		}
		return nil
	}
	k := list.Control
	index := l.named(k.Var, s.Place(k.At))
	around = append(slices.Clip(around), program.IndexRange{Var: index, Lo: l.maybe(k.Lo, s), Hi: l.maybe(k.Hi, s), Step: l.maybe(k.Step, s)})
	out := []*program.Symbol{index}
	for _, x := range list.Items {
		out = append(out, l.item(x, around, into, s)...)
	}
	return out
}

// transferred makes an item of a list, with its copy to or from the buffer. The
// buffer of an item has the shape that the variable is declared with.
func (l *statements) transferred(value program.Expr, around []program.IndexRange, into *program.TransferList, s *fortran.Statement) program.TransferItem {
	item := program.TransferItem{Value: value, Ranges: around}
	ref, ok := value.(*program.Ref)
	if !ok || ref.Image != nil {
		return item
	}
	buffer := *ref.Sym
	buffer.Buffer = true
	copied := program.NewRef(ref.Span(), &buffer, ref.Subs...)
	item.Copied = &program.Assign{Node: at(s), LHS: copied, RHS: ref}
	if into.Input {
		item.Copied.LHS, item.Copied.RHS = ref, copied
	}
	return item
}

// receivers are the specifiers of control lists whose variables receive a value.
var receivers = map[string]bool{
	"iostat": true, "iomsg": true, "size": true, "newunit": true, "iolength": true, "exist": true, "opened": true, "number": true,
	"named": true, "name": true, "nextrec": true, "pos": true, "id": true, "stat": true, "errmsg": true,
}

func (l *statements) received(control []fortran.Arg) []*program.Symbol {
	var out []*program.Symbol
	for _, arg := range control {
		if k, ok := arg.(*fortran.Keyword); ok && receivers[k.Name] {
			if x := l.base(k.Value); x != nil {
				out = append(out, x)
			}
		}
	}
	return out
}

// base returns the variable that a designator begins with, nil for anything
// else.
func (l *statements) base(e fortran.Expr) *program.Symbol {
	if d, ok := e.(*fortran.Designator); ok {
		if sym := l.scope.find(d.Parts[0].Name); sym != nil && sym.Class == program.Variable {
			return sym
		}
	}
	return nil
}

// isInternal reports whether the unit of a transfer is an internal file: a
// character variable.
func (l *statements) isInternal(unit fortran.Arg) bool {
	sym := l.base(unit)
	return sym != nil && sym.Type == program.Character
}

// plainName returns the name that an argument consists of, "" for all else.
func plainName(arg fortran.Arg) string {
	if d, ok := arg.(*fortran.Designator); ok && len(d.Parts) == 1 && !d.Parts[0].Called() {
		return d.Parts[0].Name
	}
	return ""
}

// distinct returns the symbols without repetition, in order.
func distinct(all []*program.Symbol) []*program.Symbol {
	var out []*program.Symbol
	for _, s := range all {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
