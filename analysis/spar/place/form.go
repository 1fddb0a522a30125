package place

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// formNumber is the value of a pragma expression as a number of the model;
// with gives the parameters of a lambda.
func (b *builder) formNumber(f *spar.Form, with map[string]symbolic.Expr) symbolic.Expr {
	a := b.arena
	switch f.Kind {
	case spar.NumberForm:
		if n, err := strconv.ParseInt(strings.TrimRight(f.Text, "lL"), 0, 64); err == nil {
			return a.Int(n)
		}
		return b.badForm(f, "this number is not an integer")
	case spar.SymbolForm:
		if e, ok := with[f.Text]; ok {
			return e
		}
		b.meant(f, b.here)
		return a.Sym(f.Text, symbolic.Index)
	case spar.VarForm:
		if v := b.here.find(f.Text); v != nil {
			return b.valueOf(v, b.here)
		}
		return b.badForm(f, "no variable is called "+f.Text)
	case spar.ListForm:
		return b.formList(f, with)
	}
	return b.badForm(f, "a number is wanted here")
}

// meant reports a name of the model that nothing defines in the program, while a variable of the
// program is called so.
func (b *builder) meant(f *spar.Form, s *scope) {
	defined := slices.ContainsFunc(b.numerics, func(n Numeric) bool { return n.Name == f.Text })
	if s != nil && !defined && !b.local[f.Text] && s.find(f.Text) != nil {
		b.report(f.Span, source.Error, spar.BareVariable, fmt.Sprintf("%s is a name of the model here, which nothing defines: the variable is @%s", f.Text, f.Text))
	}
}

func (b *builder) badForm(f *spar.Form, why string) symbolic.Expr {
	b.report(f.Span, source.Error, "spar-pragma", why)
	return b.arena.Sym(UnknownMark+f.String(), symbolic.Index)
}

func (b *builder) formList(f *spar.Form, with map[string]symbolic.Expr) symbolic.Expr {
	a := b.arena
	var args []symbolic.Expr
	if len(f.Items) > 1 {
		for _, x := range f.Items[1:] {
			args = append(args, b.formNumber(x, with))
		}
	}
	two := len(args) == 2
	switch head := f.Head(); {
	case head == "sum" && len(args) > 0:
		return a.Add(args...)
	case head == "prod" && len(args) > 0:
		return a.Mul(args...)
	case head == "subtract" && two:
		return a.Sub(args[0], args[1])
	case (head == "div" || head == "mod") && two:
		if c, ok := a.ConstInt(args[1]); ok && c == 0 {
			return b.badForm(f, "this divides by 0")
		}
		if head == "div" {
			return a.FloorDiv(args[0], args[1])
		}
		return a.Mod(args[0], args[1])
	case (head == "max" || head == "min") && len(args) > 0:
		if head == "max" {
			return a.Max(args...)
		}
		return a.Min(args...)
	case head == "at" && len(args) > 1:
		return b.indirection(f)
	case head == "local" && len(args) == 1:
		return args[0]
	}
	return b.badForm(f, "this is no expression: + - * / % and @variables make one")
}

// indirection is a component of a vector, or an element of a table of the
// program, which only the run knows.
func (b *builder) indirection(f *spar.Form) symbolic.Expr {
	if v := f.Items[1]; v.Kind == spar.VarForm && len(f.Items) == 3 && f.Items[2].Kind == spar.NumberForm {
		x := &spar.Index{X: &spar.Name{Name: v.Text}, Subs: []spar.Expr{&spar.Literal{Kind: "int", Text: f.Items[2].Text}}}
		if e, ok := b.componentValue(x, b.here); ok {
			return e
		}
	}
	return b.arena.Sym(UnknownMark+f.String(), symbolic.Index)
}

// operators are those of pragma values in PAMELA.
var operators = map[string]string{
	"sum": "+", "prod": "*", "subtract": "-", "div": "div", "mod": "mod",
	"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}

// functions are those that pragma values may call.
var functions = map[string]bool{"log": true, "log2": true, "max": true, "min": true, "sqrt": true, "floor": true, "ceil": true, "pow": true}

// formula is the value of a pragma expression. Names are symbols of the model; @x is
// what the model knows of the program's variable x.
func (b *builder) formula(f *spar.Form, s *scope) notation.Node {
	switch f.Kind {
	case spar.NumberForm:
		return notation.Literal(strings.TrimRight(f.Text, "lLfFdD"))
	case spar.BooleanForm:
		if f.Text == "true" {
			return notation.Int(1)
		}
		return notation.Int(0)
	case spar.SymbolForm:
		b.meant(f, s)
		return notation.Sym(f.Text)
	case spar.VarForm:
		v := s.find(f.Text)
		if v == nil {
			return b.badFormula(f, "no variable is called "+f.Text)
		}
		return b.arena.Tree(b.settled(b.valueOf(v, s), "v", v.Name+" is not known before the run", f.Span))
	case spar.ListForm:
		return b.listFormula(f, s)
	}
	return b.badFormula(f, "a number is wanted here")
}

func (b *builder) badFormula(f *spar.Form, why string) notation.Node {
	b.report(f.Span, source.Error, "spar-pragma", why)
	return notation.Int(0)
}

func (b *builder) listFormula(f *spar.Form, s *scope) notation.Node {
	head := f.Head()
	if head == "" || len(f.Items) < 2 {
		return b.badFormula(f, "this is no expression")
	}
	parts := make([]notation.Node, len(f.Items)-1)
	for i, x := range f.Items[1:] {
		parts[i] = b.formula(x, s)
	}
	if op := operators[head]; op != "" {
		if head == "div" && (hasPoint(parts[0]) || hasPoint(parts[len(parts)-1])) {
			op = "/"
		}
		return notation.In(notation.Infix(op, parts...))
	}
	if !functions[head] {
		return b.badFormula(f.Items[0], "the model knows no function "+head)
	}
	return notation.Call(head, parts...)
}

// hasPoint tells whether a number in a formula is no integer.
func hasPoint(n notation.Node) (found bool) {
	notation.Walk(n, func(n notation.Node) {
		x, ok := n.(*notation.Number)
		found = found || ok && strings.Contains(x.Text, ".")
	})
	return found
}

// define reads one Pamela pragma that belongs to no statement: a parameter of
// the model, or the value of a variable.
func (b *builder) define(p *spar.Pragma, s *scope) {
	f := p.Value
	b.here = s
	switch {
	case f.Head() == "numeric" && len(f.Items) == 2:
		b.numerics = append(b.numerics, Numeric{Name: f.Items[1].Text, Parameter: true, Global: true, Span: p.Span.Shift(b.start)})
		b.arena.Assume(f.Items[1].Text, 0, symbolic.Unbounded)
	case f != nil && f.Kind == spar.ListForm && len(f.Items) == 2 && f.Items[0].Kind == spar.VarForm && s != nil:
		b.defineVariable(f, p.Span, s)
	case statementForms[f.Head()] && len(f.Items) == 2 || f != nil && f.Kind == spar.SymbolForm && f.Text == "parallel":
	case statementForms[f.Head()]:
		b.report(p.Span, source.Error, "spar-pamela", fmt.Sprintf("%s is followed by one value: Pamela = (%s e)", f.Head(), f.Head()))
	default:
		b.report(p.Span, source.Error, "spar-pamela", `Pamela is followed by (numeric "N"), (@x value), parallel, (cost e), (lower e), (upper e), (cond e), (share e), (frequency e), (value e) or (size e)`)
	}
}

// statementForms are the forms that belong to statements.
var statementForms = map[string]bool{"cost": true, "lower": true, "upper": true, "cond": true, "share": true, "frequency": true, "value": true, "size": true}

// defineVariable makes a variable known to the model. A value in terms of
// iterators or parameters is put in where the variable stands; any other
// becomes an equation.
func (b *builder) defineVariable(f *spar.Form, at source.Span, s *scope) {
	v := s.find(f.Items[0].Text)
	if v == nil {
		b.report(f.Items[0].Span, source.Error, "spar-pragma", "no variable is called "+f.Items[0].Text)
		return
	}
	b.here = s
	e := b.formNumber(f.Items[1], nil)
	if b.dependsOnPlace(e) {
		v.value = b.settled(e, "v", v.Name+" is not known before the run", f.Span)
		return
	}
	name := v.Model
	if !v.isField() {
		name = b.equation(name)
	}
	b.numerics = append(b.numerics, Numeric{Name: name, Value: b.formula(f.Items[1], s), Source: v.Name, Span: at.Shift(b.start)})
	b.byDefault(f.Items[1], v, s)
	v.value = b.arena.Sym(name, symbolic.Index)
}

// byDefault gives a parameter the initial value of the variable that it stands
// for, when it has none of its own.
func (b *builder) byDefault(f *spar.Form, v *Variable, s *scope) {
	if f.Kind != spar.SymbolForm || v.init == nil {
		return
	}
	c, ok := b.arena.ConstInt(b.expr(v.init, s))
	for i, n := range b.numerics {
		if ok && n.Parameter && n.Name == f.Text && n.Value == nil {
			b.numerics[i].Value, b.numerics[i].Source, b.numerics[i].Why = notation.Int(c), v.Name, "traced"
			b.numerics[i].Span = v.Span
		}
	}
}

// dependsOnPlace tells whether a value mentions an iterator or a parameter of
// a method, which mean nothing in an equation of the model.
func (b *builder) dependsOnPlace(e symbolic.Expr) bool {
	for _, x := range b.arena.Free(e) {
		if b.local[x.Name] || strings.HasPrefix(x.Name, UnknownMark) {
			return true
		}
	}
	return false
}

// control is a bound or a condition that a pragma states: an equation of the
// model, so that a reader finds what was put in by hand; in place where it
// depends on iterators or parameters.
func (b *builder) control(prefix string, f *spar.Form, s *scope) notation.Node {
	value := b.formula(f, s)
	if b.localForm(f, s) {
		return value
	}
	name := b.number(prefix)
	b.numerics = append(b.numerics, Numeric{Name: name, Value: value, Span: f.Span.Shift(b.start)})
	return notation.Sym(name)
}

func (b *builder) localForm(f *spar.Form, s *scope) bool {
	switch f.Kind {
	case spar.SymbolForm:
		return b.local[f.Text]
	case spar.VarForm:
		v := s.find(f.Text)
		return v != nil && b.dependsOnPlace(b.valueOf(v, s))
	}
	for _, x := range f.Items {
		if b.localForm(x, s) {
			return true
		}
	}
	return false
}
