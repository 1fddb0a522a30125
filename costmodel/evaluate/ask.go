package evaluate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/tomltree"
)

// ask asks for the values that had to be assumed (paper 003, section 4.2: the
// user is prompted for them), where the flow first depends on them.
func (n *numbers) ask() {
	for _, s := range n.m.symbols() {
		a, ok := n.values.found[s.Name]
		if !ok || !strings.HasPrefix(a.Source, "assumed") {
			continue
		}
		at := n.values.useOf(s.Name)
		if at.Empty() {
			continue
		}
		n.problem(at, source.Hint, report.UnknownValue, fmt.Sprintf("%s = %s is %s; SET gives it a value", s.Name, a.Value, a.Source))
	}
}

// presumed notes and asks for the status of files.
func (n *numbers) presumed() {
	run := n.values.run()
	if run.sizes == nil {
		return
	}
	seen := map[string]bool{}
	for _, p := range run.sizes.Presumed() {
		there := "the file is not there, as this OPEN will say"
		if p.Value == 0 {
			there = "the file is there"
		}
		if seen[p.Name] {
			continue
		}
		seen[p.Name] = true
		a := report.Assumption{Name: p.Name, Value: report.Exact(p.Value), Source: "assumed: " + there, Line: n.m.text.LineOf(p.At.Start)}
		n.notes = append(n.notes, a)
		n.problem(p.At, source.Hint, report.UnknownValue, fmt.Sprintf("%s = %s is %s; SET gives it a value", a.Name, a.Value, a.Source))
	}
}

// useOf is the place where the flow first depends on a name.
func (v *criticals) useOf(name string) source.Span {
	for _, a := range v.graph.Assumed {
		if a.Name == name {
			return a.At
		}
	}
	base, _, _ := strings.Cut(name, "(")
	sym := v.unit.Lookup(base)
	if sym == nil {
		return v.passedAt(name)
	}
	var found source.Span
	program.Statements(v.unit.Body, func(s program.Stmt) bool {
		for _, e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				if r, ok := x.(*program.Ref); ok && r.Sym == sym && r.Name() == name && found.Empty() && !defines(s, r) {
					found = r.Span()
				}
				return found.Empty()
			})
		}
		return found.Empty()
	})
	if found.Empty() {
		found = sym.Declared
	}
	return found
}

// passedAt is where a procedure is called with a value that is not known and has
// that name.
func (v *criticals) passedAt(name string) source.Span {
	for _, u := range v.graph.Units {
		if u.Called == nil {
			continue
		}
		for _, dummy := range u.Called.Called.Unknown {
			if u.Called.Procedure.Own(dummy) == name {
				return u.At
			}
		}
	}
	return source.Span{}
}

// defines reports whether r is what the statement assigns.
func defines(s program.Stmt, r *program.Ref) bool {
	a, ok := s.(*program.Assign)
	return ok && a.LHS == r
}

// Fixes returns what answers a diagnostic that asks for a value: a directive
// above the statement, with the value that is assumed now, to be changed.
func Fixes(text *source.Text, d source.Diagnostic) []outline.Fix {
	if d.Code != report.UnknownValue || d.Span.Start < 0 || d.Span.Start > text.Len() {
		return nil
	}
	given, _, ok := strings.Cut(d.Message, " is assumed")
	if !ok {
		return nil
	}
	line := text.LineOf(d.Span.Start)
	for line > 1 && strings.HasSuffix(strings.TrimRight(text.Line(line-1), " \t\r\n"), "&") {
		line--
	}
	written := text.Line(line)
	indent := written[:len(written)-len(strings.TrimLeft(written, " \t"))]
	if len(indent) == 5 { // column 6 continues a line of fixed form
		indent = ""
	}
	at := text.LineStart(line)
	return []outline.Fix{{
		Title: "Give the value in a directive: !PARLENS$ SET " + given,
		Edits: []source.Edit{{Span: source.Span{Start: at, End: at}, New: indent + "!PARLENS$ SET " + given + "\n"}},
	}}
}

// ConfigFix returns the other answer: the value in the table of values of a
// parlens.toml, given its text; nil where the table is not written in lines of
// its own.
func ConfigFix(config *source.Text, d source.Diagnostic) []outline.Fix {
	given, _, ok := strings.Cut(d.Message, " is assumed")
	if d.Code != report.UnknownValue || !ok {
		return nil
	}
	name, value, _ := strings.Cut(given, " = ")
	if strings.Contains(name, "(") {
		name = strconv.Quote(name)
	}
	entry := name + " = " + value + "\n"
	root, _ := tomltree.Parse([]byte(config.String()))
	if root == nil {
		return nil
	}
	at := config.Len()
	if f := root.Get("values"); f != nil {
		line := config.LineOf(f.Span.Start)
		if !strings.HasPrefix(strings.TrimSpace(config.Line(line)), "[") || line == config.Lines() {
			return nil
		}
		at = config.LineStart(line + 1)
	} else {
		entry = "\n[values]\n" + entry
		if at > 0 && !strings.HasSuffix(config.String(), "\n") {
			entry = "\n" + entry
		}
	}
	return []outline.Fix{{
		Title: "Give the value in " + settings.ConfigName + ": " + given,
		Edits: []source.Edit{{Span: source.Span{Start: at, End: at}, New: entry}},
	}}
}
