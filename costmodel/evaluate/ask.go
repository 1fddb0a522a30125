package evaluate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
)

// ask asks for the values that had to be assumed (paper 003, section 4.2: the
// user is prompted for them), where the flow first depends on them. What a caller
// assumes is asked for there. A variable is asked for once, whatever its elements and
// definitions are; that nothing leaves a loop or the unit early is no question, nor is
// what no time depends on.
func (n *numbers) ask() {
	var order []string
	names, first, use := map[string][]string{}, map[string]report.Assumption{}, map[string]source.Span{}
	for _, s := range n.m.allSymbols() {
		if a, ok := n.values.found[s.Name]; !ok || a.Provenance != report.Assumed || n.assumed[s.Name] || n.values.early(s.Name) || n.values.useOf(s.Name).Empty() {
			continue
		}
		for _, root := range n.values.rootsOf(s.Name) {
			variable := program.Written(root)
			if !strings.HasPrefix(variable, "size(") {
				variable = program.VariableOf(variable)
			}
			if names[variable] == nil {
				order, first[variable], use[variable] = append(order, variable), n.values.found[root].Assumption, n.values.useOf(root)
			}
			names[variable] = append(names[variable], s.Name)
		}
	}
	if len(order) == 0 {
		return
	}
	bearing := n.bearing(slices.Concat(slices.Collect(maps.Values(names))...))
	for _, variable := range order {
		seconds := bearing.of(names[variable])
		if seconds > 0 || n.result.T == 0 {
			n.question(use[variable], first[variable], report.AskedValue{Seconds: seconds, Bounded: n.result.T > 0})
		}
	}
}

// early reports whether a name is how often a loop or the unit is left before its end,
// which is taken not to happen.
func (v *criticals) early(name string) bool {
	return slices.ContainsFunc(v.graph.Assumed, func(a aag.Assumed) bool { return a.Name == name && a.Early })
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
		a := report.Assumption{Name: p.Name, Value: report.Exact(p.Value), Source: "assumed: " + there, Line: n.m.text.LineOf(p.At.Start), Provenance: report.Assumed}
		n.notes = append(n.notes, a)
		n.question(p.At, a, report.AskedValue{})
	}
}

// question asks for a value that is assumed.
func (n *numbers) question(at source.Span, a report.Assumption, asked report.AskedValue) {
	name := program.Written(a.Name)
	asked.Name, asked.Value = name, a.Value
	n.report(source.Diagnostic{Span: at, Severity: source.Hint, Code: report.UnknownValue,
		Message: fmt.Sprintf("%s = %s is %s; SET gives it a value", name, a.Value, a.Source), Data: asked})
}

// useOf is the place where the flow first depends on a name.
func (v *criticals) useOf(name string) source.Span {
	for _, a := range v.graph.Assumed {
		if a.Name == name {
			return a.At
		}
	}
	sym := v.unit.Lookup(program.VariableOf(name))
	if sym == nil {
		return v.passedAt(name)
	}
	var found source.Span
	program.Statements(v.unit.Body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
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
	asked, ok := d.Data.(report.AskedValue)
	if !ok || d.Span.Start < 0 || d.Span.Start > text.Len() {
		return nil
	}
	given := asked.Setting()
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
