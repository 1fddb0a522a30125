package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// resolve gives every declared name its type, its shape and its value. Ranks
// come first, since they tell arrays from functions in the expressions.
func (l *lowerer) resolve() {
	for _, d := range l.declared {
		if d.Dims != nil {
			d.sym.Dims = make([]program.Bounds, len(d.Dims))
		}
	}
	for _, d := range l.declared { // in order: a value may name earlier PARAMETERs
		if d.Type != nil {
			e := l.element(d.Type, d.Star, d.TypeAt)
			d.sym.Type, d.sym.Bytes, d.sym.AnyLength = e.typ, e.bytes, e.anyLength
		}
		l.scope.typeImplicitly(d.sym)
		if d.Value != nil && d.sym.Type != program.Derived {
			d.sym.Value = l.expr(d.Value, d.ValueAt)
			if d.More > 0 {
				d.sym.Value = program.NewBinary(d.sym.Value.Span(), program.Add, d.sym.Value, program.IntConst(d.sym.Value.Span(), d.More))
			}
		}
	}
	l.assume()
	l.structures()
	for _, d := range l.declared {
		for i, arg := range d.Dims {
			d.sym.Dims[i] = l.bounds(arg, d.DimsAt)
		}
		impliedShape(d.sym)
		l.initialsOfAll(d.sym)
		if l.deferred(d) {
			l.descriptor(d.sym, l.declaredLike(d), l.lowerBounds(d.Name, l.unit.Body))
		}
		l.uncircle(d)
	}
	for _, sym := range l.out.Dummies {
		l.scope.typeImplicitly(sym)
	}
}

// initialsOfAll drops initial values that are not those of all elements of a variable, as an
// implied DO in a DATA statement may give them.
func (l *lowerer) initialsOfAll(sym *program.Symbol) {
	list, ok := sym.Value.(*program.Opaque)
	if !ok || sym.Class != program.Variable || sym.Rank() == 0 {
		return
	}
	size := int64(1)
	for _, d := range sym.Dims {
		lo, okLo := l.constInt(d.Lower)
		hi, okHi := l.constInt(d.Upper)
		if !okLo || !okHi {
			return
		}
		size *= max(0, hi-lo+1)
	}
	if len(list.Values) > 0 && int64(len(list.Values)) != size {
		sym.Value = nil
	}
}

// assume tells the arena which PARAMETERs are positive, as sizes are.
func (l *lowerer) assume() {
	for _, d := range l.declared {
		if v, ok := l.constInt(program.NewRef(d.sym.Declared, d.sym)); ok && v >= 1 && d.sym.Type == program.Integer {
			l.out.Arena.Assume(d.sym.Name, 1, symbolic.Unbounded)
		}
	}
}

// bounds lowers one dimension of a declaration: n, lo:hi, lo:, :, * or lo:*.
func (l *lowerer) bounds(arg fortran.Arg, s *fortran.Statement) program.Bounds {
	b := program.Bounds{Lower: program.IntConst(s.Place(arg.Span()), 1)}
	switch arg := arg.(type) {
	case *fortran.Star:
	case *fortran.Range:
		if arg.Lo != nil {
			b.Lower = l.expr(arg.Lo, s)
		}
		if _, star := arg.Hi.(*fortran.Star); arg.Hi != nil && !star {
			b.Upper = l.expr(arg.Hi, s)
		}
	default:
		b.Upper = l.expr(arg, s)
	}
	return b
}

var bases = map[string]element{
	"integer": {typ: program.Integer, bytes: 4}, "real": {typ: program.Real, bytes: 4}, "doubleprecision": {typ: program.Real, bytes: 8}, "complex": {typ: program.Complex, bytes: 8},
	"doublecomplex": {typ: program.Complex, bytes: 16}, "logical": {typ: program.Logical, bytes: 4}, "character": {typ: program.Character, bytes: 1}, "byte": {typ: program.Integer, bytes: 1},
	"type": {typ: program.Derived, bytes: 0}, "class": {typ: program.Derived, bytes: 0},
}

// element returns the type that a type specification stands for; star is the
// length behind an entity's name, or nil.
func (l *lowerer) element(t *fortran.TypeSpec, star fortran.Length, s *fortran.Statement) element {
	e := bases[t.Base]
	if e.typ == program.Derived {
		return e
	}
	if star == nil {
		star = t.Star
	}
	width := int64(0)
	if star != nil {
		width = l.width(star, s)
	} else if len(t.Args) > 0 {
		width = l.kindOf(e.typ, t.Args, s)
	}
	if width > 0 && width <= 1<<30 {
		e.bytes = int(width)
	}
	e.anyLength = e.typ == program.Character && width <= 0 && (star != nil || slices.ContainsFunc(t.Args, isLength))
	return e
}

// isLength reports whether an argument of CHARACTER is its length.
func isLength(arg fortran.Arg) bool {
	k, ok := arg.(*fortran.Keyword)
	return !ok || k.Name == "len"
}

// width is the value of a length: of "*8" or "*(n)".
func (l *lowerer) width(star fortran.Length, s *fortran.Statement) int64 {
	if p, ok := star.(*fortran.Paren); ok {
		star = p.X
	}
	v, _ := l.constInt(l.expr(star, s))
	return v
}

// kindOf returns the bytes of an element by the arguments of its type: a kind
// number is its width in bytes, of each part of a complex number; a CHARACTER's
// first argument is its length.
func (l *lowerer) kindOf(typ program.Type, args []fortran.Arg, s *fortran.Statement) int64 {
	want, first := "kind", 0
	if typ == program.Character {
		want = "len"
	}
	for i, arg := range args {
		value := arg
		if k, ok := arg.(*fortran.Keyword); ok {
			if k.Name != want {
				continue
			}
			value = k.Value
		} else if i != first {
			continue
		}
		kind := l.kindValue(value, s)
		if typ == program.Complex {
			return 2 * kind
		}
		return kind
	}
	return 0
}

// kindValue evaluates a kind; names of the usual kinds are known even when
// their module is not.
func (l *lowerer) kindValue(e fortran.Expr, s *fortran.Statement) int64 {
	if v, ok := l.constInt(l.expr(e, s)); ok {
		return v
	}
	d, ok := e.(*fortran.Designator)
	if !ok {
		return 0
	}
	return usualKind(d.Parts[0].Name)
}

// usualKind returns the width in bytes that a name of a kind stands for in
// most programs, 0 for other names.
func usualKind(name string) int64 {
	switch name {
	case "dp", "real64", "r8", "wp", "c_double", "int64", "double", "rk":
		return 8
	case "sp", "real32", "r4", "c_float", "int32", "c_int", "single":
		return 4
	case "qp", "real128":
		return 16
	case "int16":
		return 2
	case "int8":
		return 1
	}
	return 0
}

// radices are the letters before or behind the quotes of a constant of bits.
var radices = map[byte]int{'b': 2, 'o': 8, 'z': 16, 'x': 16}

// bits is the value of a constant of bits: z'ff', or 'ff'x in older programs; 0
// where it has more than 64 bits.
func bits(text string) int64 {
	text = strings.ToLower(strings.ReplaceAll(text, "\"", "'"))
	base, before := radices[text[0]]
	if !before {
		base = radices[text[len(text)-1]]
	}
	_, digits, _ := strings.Cut(text, "'")
	digits, _, _ = strings.Cut(digits, "'")
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0
	}
	return int64(v)
}

// literal lowers a constant.
func (l *lowerer) literal(lit *fortran.Literal, s *fortran.Statement) program.Expr {
	at := s.Place(lit.Span())
	text, kind, _ := strings.Cut(lit.Text, "_")
	switch lit.Kind {
	case fortran.Int:
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			return program.IntConst(at, v)
		}
	case fortran.Real:
		v, _ := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e", "q", "e", "Q", "e").Replace(text), 64)
		return program.RealConst(at, v, l.realWidth(text, kind))
	case fortran.Dotted:
		return program.LogicalConst(at, strings.HasPrefix(text, ".t"))
	case fortran.String:
		return program.TextConst(at, unquote(lit.Text))
	case fortran.Boz:
		return program.IntConst(at, bits(lit.Text))
	}
	return program.NewOpaque(at, lit.Text, "a constant of a form that is not modelled")
}

// realWidth returns the bytes of a real constant by its exponent letter or its
// kind.
func (l *lowerer) realWidth(text, kind string) int {
	switch {
	case strings.ContainsAny(text, "dD"):
		return 8
	case strings.ContainsAny(text, "qQ"):
		return 16
	case kind == "":
		return 4
	}
	if v, err := strconv.Atoi(kind); err == nil {
		return v
	}
	lookup := &fortran.Designator{Parts: []fortran.Part{{Name: strings.ToLower(kind)}}}
	if v := l.kindValue(lookup, &fortran.Statement{}); v > 0 {
		return int(v)
	}
	return 4
}

func unquote(text string) string {
	if i := strings.IndexAny(text, `'"`); i >= 0 && len(text) > i+1 {
		quote := text[i : i+1]
		return strings.ReplaceAll(text[i+1:len(text)-1], quote+quote, quote)
	}
	return text
}
