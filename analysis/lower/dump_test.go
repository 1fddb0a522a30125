package lower_test

import (
	"fmt"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// dumper prints a lowered file for the fixtures.
type dumper struct {
	strings.Builder
	text    *source.Text
	base    int
	lowered *lower.Unit
}

func fileText(text *source.Text, f *lower.File) string {
	d := &dumper{text: text}
	for _, u := range f.Units {
		d.base = u.Start
		d.unit(u)
	}
	for _, p := range f.Diagnostics {
		from, to := text.Position(p.Span.Start), text.Position(p.Span.End)
		fmt.Fprintf(d, "%d:%d-%d:%d %s: %s: %s\n", from.Line, from.Column, to.Line, to.Column, p.Severity, p.Code, p.Message)
	}
	return d.String()
}

func (d *dumper) unit(u *lower.Unit) {
	fmt.Fprintf(d, "%s %s, lines %d to %d\n", u.Kind, u.Name, d.text.LineOf(u.Start), d.text.LineOf(u.End))
	for _, s := range u.Symbols {
		fmt.Fprintf(d, "  symbol %s\n", symbolText(s))
	}
	for _, v := range u.Values {
		fmt.Fprintf(d, "  value %s = %s (%s)\n", v.Name, exprText(v.Expr), indexText(u.Arena, v.Index))
	}
	if u.Grid != nil {
		fmt.Fprintf(d, "  grid %s\n", gridText(u.Arena, u.Grid))
	}
	for _, x := range u.Directives {
		d.directive(u, x)
	}
	var mapped []*program.Symbol
	for s := range u.Layouts {
		mapped = append(mapped, s)
	}
	sort.Slice(mapped, func(i, j int) bool { return mapped[i].Name < mapped[j].Name })
	for _, s := range mapped {
		fmt.Fprintf(d, "  layout %s: %s\n", s.Name, layoutText(u.Arena, u.Layouts[s]))
	}
	d.lowered = u
	d.block(u.Body, 1)
}

func (d *dumper) directive(u *lower.Unit, x lower.Distribute) {
	var formats, arrays []string
	for _, f := range x.Formats {
		formats = append(formats, formatText(u.Arena, f))
	}
	for _, s := range x.Arrays {
		arrays = append(arrays, s.Name)
	}
	at, formatsAt := d.text.Slice(x.At.Shift(d.base)), d.text.Slice(x.FormatsAt.Shift(d.base))
	fmt.Fprintf(d, "  distribute %q %q %s (%s) onto %q: %s\n", at, formatsAt, x.Target, strings.Join(formats, ","), x.Onto, strings.Join(arrays, ","))
}

var typeNames = []string{"unknown", "integer", "real", "complex", "logical", "character", "derived"}
var classNames = []string{"variable", "parameter", "procedure", "intrinsic", "index"}

func symbolText(s *program.Symbol) string {
	out := fmt.Sprintf("%s: %s %s*%d", s.Name, classNames[s.Class], typeNames[s.Type], s.Bytes)
	var dims []string
	for _, b := range s.Dims {
		upper := "*"
		if b.Upper != nil {
			upper = exprText(b.Upper)
		}
		dims = append(dims, exprText(b.Lower)+":"+upper)
	}
	if dims != nil {
		out += "(" + strings.Join(dims, ",") + ")"
	}
	if s.Dummy {
		out += " dummy"
	}
	if s.Value != nil && s.Class == program.Variable {
		out += " = " + exprText(s.Value)
	}
	return out
}

func indexText(a *symbolic.Arena, e symbolic.Expr) string {
	if e == 0 {
		return "-"
	}
	return a.String(e)
}

func gridText(a *symbolic.Arena, g *mapping.Grid) string {
	var dims []string
	for i := range g.Extents {
		dims = append(dims, indexText(a, g.Extents[i])+"="+indexText(a, g.Declared[i]))
	}
	return g.Name + "(" + strings.Join(dims, ",") + ")"
}

func formatText(a *symbolic.Arena, f mapping.Format) string {
	out := []string{"*", "block", "cyclic"}[f.Kind]
	if f.Param != 0 {
		out += "(" + a.String(f.Param) + ")"
	}
	return out
}

func layoutText(a *symbolic.Arena, l mapping.Layout) string {
	var axes []string
	for _, x := range l.Axes {
		what := "all"
		switch x.Kind {
		case mapping.Aligned:
			what = fmt.Sprintf("%d*j%d + %s", x.Scale, x.Dim+1, a.String(x.Offset))
		case mapping.Fixed:
			what = a.String(x.Offset)
		}
		axes = append(axes, fmt.Sprintf("%s in %s+%s %s", what, a.String(x.Lower), a.String(x.Extent), formatText(a, x.Format)))
	}
	return l.Grid.Name + " [" + strings.Join(axes, "; ") + "]"
}

func (d *dumper) line(s source.Span) int { return d.text.LineOf(d.base + s.Start) }

func (d *dumper) printf(depth int, at source.Span, format string, args ...any) {
	fmt.Fprintf(d, "%s%d %s\n", strings.Repeat("  ", depth), d.line(at), fmt.Sprintf(format, args...))
}

func (d *dumper) block(body []program.Stmt, depth int) {
	for _, s := range body {
		d.stmt(s, depth)
	}
}

func (d *dumper) stmt(s program.Stmt, depth int) {
	p := func(format string, args ...any) { d.printf(depth, s.Span(), format, args...) }
	switch s := s.(type) {
	case *program.Assign:
		p("%s = %s", exprText(s.LHS), exprText(s.RHS))
	case *program.Do:
		p("%s%s to %d", doText(s), promiseText(s.Independent), d.line(s.End))
		d.block(s.Body, depth+1)
	case *program.Forall:
		p("forall (%s)%s to %d", rangesText(s.Ranges, s.Mask), promiseText(s.Independent), d.line(s.End))
		d.block(s.Body, depth+1)
	case *program.Where:
		for _, b := range s.Branches {
			p("where (%s)", exprText(b.Mask))
			d.block(b.Body, depth+1)
		}
	case *program.If:
		for _, b := range s.Branches {
			d.printf(depth, b.At, "if (%s)", exprText(b.Cond))
			d.block(b.Body, depth+1)
		}
		if s.Else != nil {
			p("else")
			d.block(s.Else, depth+1)
		}
	case *program.CallStmt:
		p("call %s(%s)", s.Name, argsText(s.Args))
	case *program.Transfer:
		p("%s", s.Keyword)
	case *program.Remap:
		p("%s", s.Keyword)
		for _, m := range d.lowered.Remaps[s] {
			d.printf(depth+1, s.At, "%s: %s", m.Array.Name, layoutText(d.lowered.Arena, m.To))
		}
	case *program.Unmodelled:
		p("unmodelled %q free=%v: %s", s.Keyword, s.Free, s.Reason)
	}
}

func doText(s *program.Do) string {
	switch s.Kind {
	case program.DoCount:
		out := fmt.Sprintf("do %s = %s, %s", s.Var.Name, exprText(s.Lo), exprText(s.Hi))
		if s.Step != nil {
			out += ", " + exprText(s.Step)
		}
		return out
	case program.DoWhile:
		return "do while " + exprText(s.Cond)
	case program.DoConcurrent:
		return "do concurrent (" + rangesText(s.Ranges, s.Cond) + ")"
	}
	return "do forever"
}

func rangesText(ranges []program.IndexRange, mask program.Expr) string {
	var parts []string
	for _, r := range ranges {
		text := r.Var.Name + "=" + exprText(r.Lo) + ":" + exprText(r.Hi)
		if r.Step != nil {
			text += ":" + exprText(r.Step)
		}
		parts = append(parts, text)
	}
	if mask != nil {
		parts = append(parts, exprText(mask))
	}
	return strings.Join(parts, ", ")
}

func promiseText(i *program.Independent) string {
	if i == nil {
		return ""
	}
	out := fmt.Sprintf(" independent new%v reduction%v", i.New, i.Reduction)
	if i.OnHome != nil {
		out += " on " + exprText(i.OnHome)
	}
	return out
}

func exprText(e program.Expr) string {
	switch e := e.(type) {
	case *program.Const:
		switch e.Type {
		case program.Integer:
			return fmt.Sprint(e.Int)
		case program.Logical:
			return fmt.Sprint(e.Int == 1)
		case program.Character:
			return fmt.Sprintf("%q", e.Text)
		}
		return fmt.Sprintf("%g_%d", e.Real, e.Bytes)
	case *program.Ref:
		if e.Image != nil {
			return e.Sym.Name + subsText(e.Subs) + "[" + exprText(e.Image) + "]"
		}
		return e.Sym.Name + subsText(e.Subs)
	case *program.Unary:
		return "(" + e.Op.String() + exprText(e.X) + ")"
	case *program.Binary:
		return "(" + exprText(e.X) + e.Op.String() + exprText(e.Y) + ")"
	case *program.Call:
		return e.Name + "{" + argsText(e.Args) + "}"
	case *program.Opaque:
		if e.Values == nil {
			return "<" + e.Text + ">"
		}
		items := make([]string, len(e.Values))
		for i, v := range e.Values {
			items[i] = exprText(v)
		}
		return "<" + strings.Join(items, ", ") + ">"
	}
	return ""
}

func subsText(subs []program.Subscript) string {
	if subs == nil {
		return ""
	}
	var parts []string
	for _, s := range subs {
		text := exprText(s.Lo)
		if s.Triplet {
			text += ":" + exprText(s.Hi)
			if s.Stride != nil {
				text += ":" + exprText(s.Stride)
			}
		}
		parts = append(parts, text)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func argsText(args []program.Arg) string {
	var parts []string
	for _, a := range args {
		text := exprText(a.Value)
		if a.Keyword != "" {
			text = a.Keyword + "=" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}
