package place

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// expr is an integer expression in the symbols of the model. What the model
// cannot know becomes a symbol that begins with UnknownMark: two of them are
// equal when they are written alike.
func (b *builder) expr(x spar.Expr, s *scope) symbolic.Expr {
	a := b.arena
	switch x := x.(type) {
	case *worth:
		return x.e
	case *spar.Literal:
		if n, ok := integer(x); ok {
			return a.Int(n)
		}
	case *spar.Index:
		if e, ok := b.constantElement(x, s); ok {
			return e
		}
		if e, ok := b.componentValue(x, s); ok {
			return e
		}
	case *spar.Marked:
		if f := pamelaOf(x.Pragmas, "value"); f != nil {
			b.here = s
			return b.formNumber(f, nil)
		}
		return b.expr(x.X, s)
	case *spar.Cast:
		return b.expr(x.X, s)
	case *spar.Unary:
		switch x.Op {
		case "-":
			return a.Neg(b.expr(x.X, s))
		case "+":
			return b.expr(x.X, s)
		}
	case *spar.Binary:
		if e, ok := b.arithmetic(x, s); ok {
			return e
		}
	case *spar.Name, *spar.Select:
		return b.nameValue(x, s)
	case *spar.Choice:
		if e, ok := b.truth(x.Cond, s); ok {
			return b.arena.Cond(e, b.expr(x.Then, s), b.expr(x.Else, s))
		}
	case *spar.Call:
		if e, ok := b.callValue(x, s); ok {
			return e
		}
	}
	return b.unknown(x, s)
}

// integer is the value of an integer literal, or of a character.
func integer(x *spar.Literal) (int64, bool) {
	switch x.Kind {
	case "int":
	case "char":
		quoted := spar.Plain(x.Text)
		c, _, rest, err := strconv.UnquoteChar(strings.TrimPrefix(quoted, "'"), '\'')
		return int64(c), err == nil && rest == "'"
	default:
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimRight(x.Text, "lL"), 0, 64)
	return n, err == nil
}

// symbol is a whole number of the model.
func (b *builder) symbol(name string) symbolic.Expr { return b.arena.Sym(name, symbolic.Index) }

// unknown is the symbol of a value that the run alone knows.
func (b *builder) unknown(x spar.Expr, s *scope) symbolic.Expr {
	return b.arena.Sym(UnknownMark+spar.Text(x), symbolic.Index)
}

func (b *builder) arithmetic(x *spar.Binary, s *scope) (symbolic.Expr, bool) {
	a := b.arena
	if b.classOf(x, s) != Integer {
		return 0, false
	}
	switch x.Op {
	case "+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^":
	default:
		return 0, false
	}
	l, r := b.expr(x.X, s), b.expr(x.Y, s)
	c, constant := a.ConstInt(r)
	switch x.Op {
	case "+":
		return a.Add(l, r), true
	case "-":
		return a.Sub(l, r), true
	case "*":
		return a.Mul(l, r), true
	case "/":
		return a.TruncDiv(l, r), !constant || c != 0
	case "%":
		return a.TruncMod(l, r), !constant || c != 0
	case "<<":
		return a.Mul(l, b.twoTo(r)), true
	case "&", "|", "^":
		return b.bits(x.Op, l, r)
	case ">>>": // of a negative number it depends on the type's width
		return a.FloorDiv(l, b.twoTo(r)), a.AtLeast(l, a.Int(0))
	}
	return a.FloorDiv(l, b.twoTo(r)), true
}

// twoTo is the factor of a shift.
func (b *builder) twoTo(n symbolic.Expr) symbolic.Expr {
	a := b.arena
	if c, ok := a.ConstInt(n); ok {
		return a.Int(1 << min(max(c, 0), 40))
	}
	return a.Pow(a.Int(2), a.Max(a.Int(0), n))
}

// nameValue is the value of a variable in the model: what a pragma defines, an
// iterator or a parameter, a constant, or what its only definition says.
func (b *builder) nameValue(x spar.Expr, s *scope) symbolic.Expr {
	if sel, ok := x.(*spar.Select); ok && sel.Name == "length" {
		if e, ok := b.length(sel.X, s); ok {
			return e
		}
	}
	v := s.variable(x)
	if v == nil {
		return b.unknown(x, s)
	}
	return b.valueOf(v, s)
}

func (b *builder) valueOf(v *Variable, s *scope) symbolic.Expr {
	a := b.arena
	if v.value != 0 {
		return v.value
	}
	if v.now != 0 {
		return v.now
	}
	if v.once && v.init != nil && !v.open && v.Type != nil && len(v.Type.Dims) == 0 && classOfType(v.Type) == Integer {
		v.open = true
		b.open++
		circles := b.circles
		e := b.expr(v.init, s.of(v))
		v.open = false
		b.open--
		if v.stands {
			return e
		}
		switch {
		case b.circles > circles && b.open+len(b.making) > 0: // as far as those say that ask
			return e
		case !b.isUnknown(e):
			return b.traced(v, e)
		case v.by > 0 && b.nameOf(e) != "": // what the constructor is handed
			return e
		}
	}
	if e := b.instanceValue(v); e != 0 {
		return e
	}
	return a.Sym(UnknownMark+v.Model, symbolic.Index)
}

// traced enters a variable with one value into the model: final ones are that
// value, others a parameter that can be set.
func (b *builder) traced(v *Variable, e symbolic.Expr) symbolic.Expr {
	a := b.arena
	if v.final || !v.isField() {
		v.value = e
		return e
	}
	n := Numeric{Name: v.Model, Parameter: true, Value: a.Tree(e), Source: v.Name, Why: "traced", Span: v.Span}
	b.numerics = append(b.numerics, n)
	v.value, v.traced = a.Sym(v.Model, symbolic.Index), e
	return v.value
}

func (v *Variable) isField() bool { return v.class != nil }

// callValue knows the library functions of integers (extents, min and max), and the
// functions of the program that compute integers of integers.
func (b *builder) callValue(x *spar.Call, s *scope) (symbolic.Expr, bool) {
	if to := s.callee(x); to != nil {
		return b.functionValue(to, x, s, number)
	}
	f, ok := spar.Unmarked(x.Fun).(*spar.Select)
	if !ok {
		return 0, false
	}
	switch {
	case f.Name == "getSize" && len(x.Args) == 1:
		d, known := b.arena.ConstInt(b.expr(x.Args[0], s))
		if list := b.shapeKnown(f.X, s); known && d >= 0 && d < int64(len(list)) {
			return list[d], true
		}
	case (f.Name == "min" || f.Name == "max") && len(x.Args) == 2 && spar.Text(f.X) == "Math" && b.classOf(x.Args[0], s) == Integer && b.classOf(x.Args[1], s) == Integer:
		l, r := b.expr(x.Args[0], s), b.expr(x.Args[1], s)
		if f.Name == "min" {
			return b.arena.Min(l, r), true
		}
		return b.arena.Max(l, r), true
	}
	return 0, false
}

// length is the number of elements of an array.
func (b *builder) length(x spar.Expr, s *scope) (symbolic.Expr, bool) {
	if list := b.shapeKnown(x, s); len(list) > 0 {
		return b.arena.Mul(list...), true
	}
	list, ok := b.vector(x, s)
	return b.arena.Int(int64(len(list))), ok
}

// isUnknown tells whether a value depends on what the run alone knows.
func (b *builder) isUnknown(e symbolic.Expr) bool {
	for _, x := range b.arena.Free(e) {
		if strings.HasPrefix(x.Name, UnknownMark) {
			return true
		}
	}
	return false
}

// settled puts critical variables for what the run alone knows.
func (b *builder) settled(e symbolic.Expr, prefix, why string, at source.Span) symbolic.Expr {
	if !b.isUnknown(e) {
		return e
	}
	with := map[string]symbolic.Expr{}
	for _, x := range b.arena.Free(e) {
		name, unknown := strings.CutPrefix(x.Name, UnknownMark)
		if !unknown {
			continue
		}
		c, ok := b.criticals[x.Name]
		if !ok {
			c = b.criticalFor(name, prefix, why, at)
			b.criticals[x.Name] = c
		}
		with[x.Name] = c
	}
	return b.arena.Subst(e, with)
}

// assumedFor is the value of what only the run knows: a loop between two of them has as many
// iterations as any other.
func assumedFor(prefix string) float64 {
	if prefix == "lb" {
		return 0
	}
	return assumedCount
}

// isName tells whether a text is a name.
func isName(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return !(c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z')
	}) < 0
}

// criticalFor keeps the name of a variable; what has none gets a number.
func (b *builder) criticalFor(name, prefix, why string, at source.Span) symbolic.Expr {
	if !isName(name) {
		return b.critical(prefix, why, at, assumedFor(prefix), answers[prefix])
	}
	source, value, answer := name, assumedFor(prefix), ByName
	if n, ok := b.largest[name]; ok {
		answer = NoAnswer // no statement sees it
		if n > 0 {
			value, why = n, "objects are made with several, the largest is taken"
		}
	}
	if v := b.named(name); v != nil {
		source = v.Name
		if !v.isField() {
			name = b.equation(name)
		}
	}
	b.criticalList = append(b.criticalList, Critical{Name: name, Source: source, Default: value, Why: why, Answer: answer, Span: at.Shift(b.start)})
	return b.arena.Sym(name, symbolic.Index)
}
