package spar

import "github.com/parlens/parlens/analysis/source"

// Pragmas is <$ ... $>, or several of them in a row.
type Pragmas struct {
	Span source.Span
	List []*Pragma
}

// Pragma is Name, or Name = Value.
type Pragma struct {
	Span     source.Span
	NameSpan source.Span
	Name     string
	Value    *Form // nil for a flag
}

// FormKind is what a pragma's value is.
type FormKind uint8

// The kinds of forms.
const (
	ListForm    FormKind = iota // (a b c); an operator is its first item
	SymbolForm                  // a name of the pragma level
	VarForm                     // @x: a variable of the program
	NumberForm                  // 12, 0.353e-6
	StringForm                  // "..."
	BooleanForm                 // true, false
)

// Form is the normal form of a pragma's value: operators are lists whose
// first item names them (sum, subtract, prod, div, mod, eq, ne, lt, le, gt,
// ge, at), and a list of one item is that item.
type Form struct {
	Span  source.Span
	Kind  FormKind
	Text  string // of all but lists: the name, the number, the string
	Items []*Form
}

// Head returns the name that begins a list, "" for anything else.
func (f *Form) Head() string {
	if f == nil || f.Kind != ListForm || len(f.Items) == 0 || f.Items[0].Kind != SymbolForm {
		return ""
	}
	return f.Items[0].Text
}

// Word returns a name that stands alone, "" for anything else.
func (f *Form) Word() string {
	if f == nil || f.Kind != SymbolForm {
		return ""
	}
	return f.Text
}

// Get returns the last pragma of a name, nil when there is none.
func (p *Pragmas) Get(name string) *Pragma {
	if p == nil {
		return nil
	}
	for i := len(p.List) - 1; i >= 0; i-- {
		if p.List[i].Name == name {
			return p.List[i]
		}
	}
	return nil
}

// All returns the pragmas of a name in their order.
func (p *Pragmas) All(name string) []*Pragma {
	var out []*Pragma
	if p != nil {
		for _, x := range p.List {
			if x.Name == name {
				out = append(out, x)
			}
		}
	}
	return out
}

// Parallel reports whether a Pamela pragma makes the iterations of a loop parallel.
func (p *Pragmas) Parallel() bool {
	for _, x := range p.All("Pamela") {
		if x.Value != nil && x.Value.Kind == SymbolForm && x.Value.Text == "parallel" {
			return true
		}
	}
	return false
}

// operations are the operators of pragma values with their precedence and
// their name in the normal form.
var operations = map[string]struct {
	level int
	name  string
}{
	"==": {1, "eq"}, "!=": {1, "ne"},
	"<": {2, "lt"}, "<=": {2, "le"}, ">": {2, "gt"}, ">=": {2, "ge"},
	"+": {3, "sum"}, "-": {3, "subtract"},
	"*": {4, "prod"}, "/": {4, "div"}, "%": {4, "mod"},
}

// pragmas parses <$ ... $> as often as it stands here; nil without.
func (p *parser) pragmas() *Pragmas {
	var out *Pragmas
	for p.is("<$") {
		if out == nil {
			out = &Pragmas{Span: source.Span{Start: p.start()}}
		}
		p.pragma(out)
		out.Span.End = p.behind()
	}
	return out
}

// pragma parses one <$ ... $>. What is wrong in it costs it alone.
func (p *parser) pragma(out *Pragmas) {
	open := p.span()
	p.next()
	defer p.recovered(func() {
		for !p.isAny("$>", ";", "{", "}") && !p.ended() {
			p.next()
		}
		p.take("$>")
	})
	for !p.is("$>") {
		out.List = append(out.List, p.onePragma(open))
		if !p.take(",") {
			break
		}
	}
	if !p.take("$>") {
		if p.isAny(";", "{", "}") || p.ended() {
			p.fail(open, "spar-pragma", "this pragma does not end: $> is missing")
		}
		p.fail(p.span(), "spar-pragma", "a pragma list goes on with a comma or ends with $>")
	}
}

func (p *parser) onePragma(open source.Span) *Pragma {
	x := &Pragma{Span: p.span(), NameSpan: p.span(), Name: p.text()}
	if !p.isWord() {
		if p.isAny(";", "{", "}") || p.ended() {
			p.fail(open, "spar-pragma", "this pragma does not end: $> is missing")
		}
		p.fail(p.span(), "spar-pragma", "a pragma begins with its name")
	}
	p.known(x)
	p.next()
	if p.take("=") {
		x.Value = p.form(1)
	}
	x.Span.End = p.behind()
	return x
}

// form parses a value with operators of at least a level.
func (p *parser) form(level int) *Form {
	defer p.deeper()()
	x := p.formPostfix()
	for {
		op, ok := operations[p.operator()]
		if !ok || op.level < level {
			return x
		}
		p.next()
		x = combine(op.name, x, p.form(op.level+1))
	}
}

// combine is the normal form of a binary operator: nested sums and products
// become one list.
func combine(name string, x, y *Form) *Form {
	span := x.Span.Join(y.Span)
	items := []*Form{{Span: span, Kind: SymbolForm, Text: name}}
	for _, f := range []*Form{x, y} {
		if (name == "sum" || name == "prod") && f.Head() == name {
			items = append(items, f.Items[1:]...)
		} else {
			items = append(items, f)
		}
	}
	return &Form{Span: span, Kind: ListForm, Items: items}
}

// formPostfix is a primary with its subscripts.
func (p *parser) formPostfix() *Form {
	x := p.formPrimary()
	for p.is("[") {
		p.next()
		at := &Form{Kind: SymbolForm, Text: "at", Span: x.Span}
		items := []*Form{at, x}
		for !p.is("]") {
			items = append(items, p.form(1))
			if !p.take(",") {
				break
			}
		}
		p.expect("]", "the subscripts of a pragma value end with ]")
		x = &Form{Span: source.Span{Start: x.Span.Start, End: p.behind()}, Kind: ListForm, Items: items}
	}
	return x
}

func (p *parser) formPrimary() *Form {
	x := &Form{Span: p.span(), Text: p.text()}
	switch {
	case p.is("("):
		return p.formList()
	case p.take("-"): // nothing stands before it: (f a -b) is a difference
		y := p.formPostfix()
		return combine("subtract", &Form{Span: x.Span, Kind: NumberForm, Text: "0"}, y)
	case p.take("@"):
		x.Kind, x.Text, x.Span.End = VarForm, p.text(), p.span().End
		if !p.isWord() {
			p.fail(p.span(), "spar-pragma", "@ is followed by the name of a variable")
		}
	case p.tok().kind == intNumber || p.tok().kind == floatNumber:
		x.Kind = NumberForm
	case p.tok().kind == stringLiteral:
		x.Kind, x.Text = StringForm, unquoted(x.Text)
	case x.Text == "true" || x.Text == "false":
		x.Kind = BooleanForm
	case p.isWord():
		x.Kind = SymbolForm
	default:
		p.fail(p.span(), "spar-pragma", "here a value of the pragma is missing: a number, a string, a name, @variable or a list in parentheses")
	}
	p.next()
	return x
}

// formList is ( a b c ); a list of one item is that item.
func (p *parser) formList() *Form {
	x := &Form{Span: p.span(), Kind: ListForm}
	p.next()
	for !p.is(")") {
		x.Items = append(x.Items, p.form(1))
	}
	p.next()
	x.Span.End = p.behind()
	if len(x.Items) == 1 {
		return x.Items[0]
	}
	return x
}

func unquoted(s string) string {
	if len(s) >= 2 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
