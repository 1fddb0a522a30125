package machines

import (
	"fmt"
	"math"
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

func (r *reader) warnf(at source.Span, code, format string, args ...any) {
	r.diags = append(r.diags, source.Diagnostic{Span: at, Severity: source.Warning, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) missing(table *tomltree.Node, name, owner string) {
	r.errorf(table.Span, "missing-key", "%s has no %s", owner, name)
}

func (r *reader) wrongType(n *tomltree.Node, name, want string) {
	r.errorf(n.Span, "wrong-type", "%s is %s; it must be %s", name, n.Kind, want)
}

// unknown warns about the keys of a table that the format does not know.
func (r *reader) unknown(table *tomltree.Node, known []string) {
	for _, f := range table.Fields {
		if slices.Contains(known, f.Key) {
			continue
		}
		hint := ""
		if near := nearest(f.Key, known); near != "" {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		r.warnf(f.Span, "unknown-key", "%q is not known here and has no effect%s", f.Key, hint)
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

// choice returns a string that must be one of a few, the first by default.
func (r *reader) choice(table *tomltree.Node, key string, allowed []string) string {
	s := r.text(table, key)
	if s == "" {
		return allowed[0]
	}
	if !slices.Contains(allowed, s) {
		r.errorf(valueSpan(table, key), "unknown-choice", "%s is %q; it must be %s", key, s, oneOf(allowed))
	}
	return s
}

// number checks a plain number against its domain.
func (r *reader) number(n *tomltree.Node, name string, d domain) (float64, bool) {
	v, ok := n.Number()
	switch {
	case !ok && n.Kind == tomltree.Float:
		r.errorf(n.Span, "out-of-range", "%s is not a number", name)
	case !ok:
		r.wrongType(n, name, "a number")
	case v < 0:
		r.errorf(n.Span, "negative", "%s is %v; it must not be negative", name, v)
	case math.IsInf(v, 0):
		r.errorf(n.Span, "out-of-range", "%s is infinite", name)
	case d == share && v > 1:
		r.errorf(n.Span, "out-of-range", "%s is %v; a share lies between 0 and 1", name, v)
	case d == count && (v < 1 || v != math.Trunc(v)):
		r.errorf(n.Span, "out-of-range", "%s is %v; it must be a whole number of 1 or more", name, v)
	default:
		return v, true
	}
	return 0, false
}

func oneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// nearest returns the known word within two edits of the given one, or "".
func nearest(word string, known []string) string {
	best, found := 3, ""
	for _, k := range known {
		if d := distance(word, k); d < best {
			best, found = d, k
		}
	}
	return found
}

// distance is the number of insertions, deletions and replacements of bytes
// between two words.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return math.MaxInt
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
