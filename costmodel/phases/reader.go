package phases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// reader collects diagnostics while it reads values out of tables.
type reader struct {
	diags  []source.Diagnostic
	failed bool
}

func (r *reader) errorf(at source.Span, code, format string, args ...any) {
	r.failed = true
	r.diags = append(r.diags, source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: fmt.Sprintf(format, args...)})
}

// unknown warns about the keys of a table that the format does not know.
func (r *reader) unknown(table *tomltree.Node, known []tomltree.Key) {
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
	}
	for _, f := range table.Fields {
		if slices.Contains(names, f.Key) {
			continue
		}
		hint := ""
		if near := source.Nearest(f.Key, names); near != nil {
			hint = "; did you mean " + strings.Join(near, " or ") + "?"
		}
		r.diags = append(r.diags, source.Diagnostic{Span: f.Span, Severity: source.Warning, Code: "unknown-key",
			Message: fmt.Sprintf("%q is not known here and has no effect%s", f.Key, hint)})
	}
}

// text returns the string of an optional key.
func (r *reader) text(table *tomltree.Node, key string) string {
	f := table.Get(key)
	if f == nil {
		return ""
	}
	if f.Value.Kind != tomltree.String {
		r.wrongType(f.Value, key, "a string")
		return ""
	}
	return f.Value.Text
}

func (r *reader) wrongType(n *tomltree.Node, name, want string) {
	r.errorf(n.Span, "wrong-type", "%s is %s; it must be %s", name, n.Kind, want)
}

// choice returns a string that must be one of a few, the first by default.
func (r *reader) choice(table *tomltree.Node, key string, allowed []string) string {
	s := r.text(table, key)
	if s == "" {
		return allowed[0]
	}
	if !slices.Contains(allowed, s) {
		r.errorf(table.Get(key).Value.Span, "unknown-choice", "%s is %q; it must be one of %s", key, s, strings.Join(allowed, ", "))
		return allowed[0]
	}
	return s
}

// table returns a table of the document, empty where there is none.
func (r *reader) table(root *tomltree.Node, key string) *tomltree.Node {
	f := root.Get(key)
	if f == nil {
		return &tomltree.Node{}
	}
	if f.Value.Kind != tomltree.Table {
		r.wrongType(f.Value, key, "a table")
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
		r.wrongType(n, f.Key, "a formula in quotes, or a number")
	case strings.TrimSpace(n.Text) == "":
		r.errorf(n.Span, "formula", "%s is empty", f.Key)
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
		r.errorf(f.Span, "name", "%q is no name: it has letters, digits and _, a letter first", f.Key)
	case reserved:
		r.errorf(f.Span, "name", "%s has a meaning of its own in formulas", f.Key)
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
