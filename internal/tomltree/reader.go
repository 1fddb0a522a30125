package tomltree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Reader collects diagnostics while values are read out of tables.
type Reader struct {
	Diags  []source.Diagnostic
	Failed bool // one of them is an error
}

// Errorf notes what is wrong at a place.
func (r *Reader) Errorf(at source.Span, code, format string, args ...any) {
	r.Failed = true
	r.Diags = append(r.Diags, source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Warnf notes what a reader of the file should know.
func (r *Reader) Warnf(at source.Span, code, format string, args ...any) {
	r.Diags = append(r.Diags, source.Diagnostic{Span: at, Severity: source.Warning, Code: code, Message: fmt.Sprintf(format, args...)})
}

// WrongType notes a value of another kind than its key has.
func (r *Reader) WrongType(n *Node, name, want string) {
	r.Errorf(n.Span, "wrong-type", "%s is %s; it must be %s", name, n.Kind, want)
}

// Unknown warns about the keys of a table that the format does not know.
func (r *Reader) Unknown(table *Node, known []string) {
	for _, f := range table.Fields {
		if slices.Contains(known, f.Key) {
			continue
		}
		hint := ""
		if near := source.Nearest(f.Key, known); near != nil {
			hint = "; did you mean " + strings.Join(near, " or ") + "?"
		}
		r.Warnf(f.Span, "unknown-key", "%q is not known here and has no effect%s", f.Key, hint)
	}
}

// Text returns the string of an optional key, "" where there is none.
func (r *Reader) Text(table *Node, key string) string {
	f := table.Get(key)
	if f == nil {
		return ""
	}
	if f.Value.Kind != String {
		r.WrongType(f.Value, key, "a string")
		return ""
	}
	return f.Value.Text
}

// Choice returns a string that must be one of a few: the first where the key is left
// out or has another.
func (r *Reader) Choice(table *Node, key string, allowed []string) string {
	s := r.Text(table, key)
	if s == "" {
		return allowed[0]
	}
	if !slices.Contains(allowed, s) {
		r.Errorf(table.Get(key).Value.Span, "unknown-choice", "%s is %q; it must be %s", key, s, OneOf(allowed))
		return allowed[0]
	}
	return s
}

// OneOf lists words to choose from: "a, b or c".
func OneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// FirstError tells the first error of a file with its position, and how many more
// there are; nil without any.
func FirstError(file string, data []byte, diags []source.Diagnostic) error {
	errors := slices.DeleteFunc(slices.Clone(diags), func(d source.Diagnostic) bool { return d.Severity != source.Error })
	if len(errors) == 0 {
		return nil
	}
	at := source.NewText(string(data)).Position(errors[0].Span.Start)
	more := ""
	if n := len(errors) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Errorf("%s:%d:%d: %s%s", file, at.Line, at.Column, errors[0].Message, more)
}
