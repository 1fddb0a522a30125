package spar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Tree writes a file as an indented tree with the lines of its members.
func Tree(f *File) string {
	w := &treeWriter{}
	w.pragmas(0, "globalpragmas", f.Global)
	if f.Package != "" {
		w.line(0, "package %s", f.Package)
	}
	for _, i := range f.Imports {
		w.line(0, "import %s", i)
	}
	for _, t := range f.Types {
		w.typeDecl(0, t, f.Text)
	}
	return w.b.String()
}

type treeWriter struct{ b strings.Builder }

func (w *treeWriter) line(depth int, format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

func (w *treeWriter) pragmas(depth int, what string, p *Pragmas) {
	if p != nil {
		w.line(depth, "%s %s", what, PragmasText(p))
	}
}

// PragmasText writes pragmas with their values in normal form.
func PragmasText(p *Pragmas) string {
	var parts []string
	for _, x := range p.List {
		s := x.Name
		if x.Value != nil {
			s += " = " + x.Value.String()
		}
		parts = append(parts, s)
	}
	return "<$ " + strings.Join(parts, ", ") + " $>"
}

// String writes a form as a list in prefix notation; "" for none.
func (f *Form) String() string {
	if f == nil {
		return ""
	}
	switch f.Kind {
	case VarForm:
		return "@" + f.Text
	case StringForm:
		return strconv.Quote(f.Text)
	case ListForm:
		items := make([]string, len(f.Items))
		for i, x := range f.Items {
			items[i] = x.String()
		}
		return "(" + strings.Join(items, " ") + ")"
	}
	return f.Text
}

// superText is what a type extends and implements.
func (t *Type) superText() string {
	var list []string
	for _, s := range t.Supers {
		list = append(list, TypeText(s))
	}
	return ": " + strings.Join(list, ", ")
}

// Heading is what stands before the members of a type, its pragmas aside.
func (t *Type) Heading() string {
	word := "class"
	if t.Interface {
		word = "interface"
	}
	head := strings.Join(append(slices.Clone(t.Modifiers), word, t.Name), " ")
	if t.Params != nil {
		var list []string
		for _, x := range t.Params {
			kind := "type"
			if x.Type != nil {
				kind = TypeText(x.Type)
			}
			list = append(list, kind+" "+x.Name)
		}
		head += "(|" + strings.Join(list, ", ") + "|)"
	}
	if t.Supers != nil {
		head += " " + t.superText()
	}
	return head
}

func (w *treeWriter) typeDecl(depth int, t *Type, text *source.Text) {
	w.pragmas(depth, "pragma", t.Pragmas)
	w.line(depth, "%s", t.Heading())
	for _, m := range t.Members {
		at := ""
		if text != nil {
			at = fmt.Sprintf("%d: ", text.LineOf(m.Start))
		}
		w.member(depth+1, at, m.Member)
	}
}

func (w *treeWriter) member(depth int, at string, m *Member) {
	w.pragmas(depth, "pragma", m.Pragmas)
	head := at + strings.Join(m.Modifiers, " ")
	if len(m.Modifiers) > 0 {
		head += " "
	}
	switch m.Kind {
	case NoMember:
		w.line(depth, "%sbad", head)
	case Inner:
		w.line(depth, "%sinner", at)
		w.typeDecl(depth+1, m.Inner, nil)
	case Initializer:
		w.line(depth, "%sinitializer", head)
	case Field:
		w.line(depth, "%sfield %s", head, declaratorsText(m.Names))
	default:
		w.line(depth, "%s%s", head, methodText(m))
	}
	if m.Body != nil {
		w.statement(depth+1, m.Body)
	}
}

// Heading writes a member without its body, on one line.
func (m *Member) Heading() string {
	mods := ""
	if len(m.Modifiers) > 0 {
		mods = strings.Join(m.Modifiers, " ") + " "
	}
	switch m.Kind {
	case NoMember:
		return "?"
	case Inner:
		return mods + m.Name
	case Initializer:
		return mods + "{...}"
	case Field:
		return mods + declaratorsText(m.Names)
	}
	return mods + methodText(m)
}

func methodText(m *Member) string {
	result := ""
	if m.Kind == Method {
		result = "void "
		if m.Type != nil {
			result = TypeText(m.Type) + " "
		}
	}
	params := make([]string, len(m.Params))
	for i, p := range m.Params {
		params[i] = TypeText(p.Type) + " " + p.Name
		if p.Pragmas != nil {
			params[i] = PragmasText(p.Pragmas) + " " + params[i]
		}
	}
	s := result + m.Name + "(" + strings.Join(params, ", ") + ")"
	if m.Throws != nil {
		s += " throws " + strings.Join(m.Throws, ", ")
	}
	return s
}

func declaratorsText(list []*Declarator) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = TypeText(d.Type) + " " + d.Name
		if d.Init != nil {
			parts[i] += " = " + Text(d.Init)
		}
	}
	return strings.Join(parts, ", ")
}
