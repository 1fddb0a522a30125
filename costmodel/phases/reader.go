package phases

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// reader reads the values of model files.
type reader struct{ tomltree.Reader }

// known warns about the keys of a table that the format does not know.
func (r *reader) known(table *tomltree.Node, keys []tomltree.Key) {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	r.Unknown(table, names)
}

// table returns a table of the document, empty where there is none.
func (r *reader) table(root *tomltree.Node, key string) *tomltree.Node {
	f := root.Get(key)
	if f == nil {
		return &tomltree.Node{}
	}
	if f.Value.Kind != tomltree.Table {
		r.WrongType(f.Value, key, "a table")
		return &tomltree.Node{}
	}
	return f.Value
}

// formula returns the formula of an optional key: a string or a number.
func (r *reader) formula(table *tomltree.Node, key string) Text {
	f := table.Get(key)
	if f == nil {
		return Text{}
	}
	return r.formulaOf(f)
}

func (r *reader) formulaOf(f *tomltree.Field) Text {
	n, line := f.Value, source.Span{Start: f.Span.Start, End: f.Value.Span.End}
	switch {
	case n.Kind == tomltree.Integer || n.Kind == tomltree.Float:
		return Text{n.Text, n.Span, line}
	case n.Kind != tomltree.String:
		r.WrongType(n, f.Key, "a formula in quotes, or a number")
	case strings.TrimSpace(n.Text) == "":
		r.Errorf(n.Span, "formula", "%s is empty", f.Key)
	default:
		inner := n.Span
		if inner.End-inner.Start == len(n.Text)+2 { // a string of one quote and without escapes
			inner = source.Span{Start: inner.Start + 1, End: inner.End - 1}
		}
		return Text{n.Text, inner, line}
	}
	return Text{}
}

// identifier checks a name that may stand in formulas.
func (r *reader) identifier(f *tomltree.Field) bool {
	ok := f.Key != "" && isLetter(f.Key[0])
	for i := range len(f.Key) {
		ok = ok && (isLetter(f.Key[i]) || isDigit(f.Key[i]))
	}
	reserved := f.Key == "a" || f.Key == "b" || f.Key == "step" || f.Key == "and" || f.Key == "or" || isFunction(f.Key)
	switch {
	case !ok:
		r.Errorf(f.Span, "name", "%q is no name: it has letters, digits and _, a letter first", f.Key)
	case reserved:
		r.Errorf(f.Span, "name", "%s has a meaning of its own in formulas", f.Key)
	}
	return ok && !reserved
}

func isFunction(name string) bool {
	for _, f := range Functions {
		if f.Name == name {
			return true
		}
	}
	return false
}
