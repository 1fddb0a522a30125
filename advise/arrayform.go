package advise

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// arrayForm writes a nest of loops as array statements.
type arrayForm struct {
	unit  *lower.Unit
	text  *source.Text
	form  fortran.Form
	nest  []*program.Do
	order []*program.Symbol // indices along the dimensions of what is stored
}

// of returns the edit; false where the loops are no array statements: where iterations
// depend on each other or do something else than assign elements, an index is needed
// elsewhere, or an operand has another shape than the result.
func (a *arrayForm) of(do *program.Do) (source.Edit, bool) {
	body := []program.Stmt{do}
	for len(body) == 1 {
		inner, is := body[0].(*program.Do)
		if !is || inner.Kind != program.DoCount || inner.Step != nil && !literal(inner.Step) {
			break
		}
		a.nest = append(a.nest, inner)
		body = inner.Body
	}
	if len(a.nest) == 0 || len(body) == 0 || !a.free(do) {
		return source.Edit{}, false
	}
	indent := regexp.MustCompile(`^\s*`).FindString(a.text.Line(a.text.LineOf(a.unit.Start + do.At.Start)))
	var lines []string
	for _, s := range body {
		line, ok := a.statement(s)
		if !ok {
			return source.Edit{}, false
		}
		lines = append(lines, indent+line)
	}
	last := a.text.LineOf(a.unit.Start + do.End.Start)
	if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.text.Line(last))), "end") {
		return source.Edit{}, false
	}
	at := source.Span{Start: a.text.LineStart(a.text.LineOf(a.unit.Start + do.At.Start)), End: a.text.LineSpan(last).End}
	return source.Edit{Span: at, New: strings.Join(lines, "\n")}, true
}

func literal(e program.Expr) bool { _, is := e.(*program.Const); return is }

// free reports whether the iterations are independent, and no statement outside needs
// what the loops leave in their indices.
func (a *arrayForm) free(do *program.Do) bool {
	loops := depend.Analyze(a.unit.Unit, depend.Options{Fixed: true})
	for _, x := range a.nest {
		l := loops.Loop(x)
		if l == nil || l.Verdict != depend.Independent || len(l.Reductions)+len(l.Inductions) > 0 {
			return false
		}
		if slices.ContainsFunc(l.Private, func(s *program.Symbol) bool { return a.index(s) == nil }) {
			return false
		}
		for _, e := range []program.Expr{x.Lo, x.Hi, x.Step} {
			if a.mentioned(e) != nil {
				return false
			}
		}
	}
	needed := false
	program.Statements(a.unit.Body, func(s program.Stmt) bool {
		if x, is := s.(*program.Do); is && (x == do || a.index(x.Var) != nil) {
			return false
		}
		for e := range program.Exprs(s) {
			needed = needed || a.mentioned(e) != nil
		}
		if x, is := s.(*program.Unmodelled); is {
			needed = needed || a.named(x)
		}
		return !needed
	})
	return !needed
}

// named reports whether the text of a statement has the name of an index.
func (a *arrayForm) named(s program.Stmt) bool {
	text := a.text.Slice(s.Span().Shift(a.unit.Start))
	return slices.ContainsFunc(a.nest, func(do *program.Do) bool {
		return regexp.MustCompile(`(?i)\b` + do.Var.Name + `\b`).MatchString(text)
	})
}

// index is the loop of an index.
func (a *arrayForm) index(s *program.Symbol) *program.Do {
	for _, do := range a.nest {
		if do.Var == s {
			return do
		}
	}
	return nil
}

// mentioned is the loop whose index an expression mentions, nil without any.
func (a *arrayForm) mentioned(e program.Expr) *program.Do {
	var found *program.Do
	program.Walk(e, func(x program.Expr) bool {
		if r, is := x.(*program.Ref); is && found == nil {
			found = a.index(r.Sym)
		}
		return found == nil
	})
	return found
}

// statement writes an assignment of elements as one of sections.
func (a *arrayForm) statement(s program.Stmt) (string, bool) {
	x, is := s.(*program.Assign)
	if !is || len(x.LHS.Subs) == 0 || x.LHS.Rank() > 0 {
		return "", false
	}
	a.order = nil
	var edits []source.Edit
	if !a.reference(x.LHS, &edits) || len(a.order) != len(a.nest) || !a.expression(x.RHS, &edits) {
		return "", false
	}
	slices.SortFunc(edits, func(x, y source.Edit) int { return x.Span.Start - y.Span.Start })
	at := x.At.Shift(a.unit.Start)
	var out strings.Builder
	for _, e := range edits {
		out.WriteString(a.text.Slice(source.Span{Start: at.Start, End: e.Span.Start}) + e.New)
		at.Start = e.Span.End
	}
	out.WriteString(a.text.Slice(at))
	line := out.String()
	width := 120
	if a.form == fortran.Fixed {
		width = 60
	}
	return line, !strings.Contains(line, "\n") && len(line) <= width
}

// expression collects the sections of the operands.
func (a *arrayForm) expression(e program.Expr, edits *[]source.Edit) bool {
	ok := true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			ok = ok && x.Rank() == 0 && a.index(x.Sym) == nil && (len(x.Subs) == 0 || a.reference(x, edits))
			return false
		case *program.Call:
			info, known := program.Intrinsics[x.Name]
			ok = ok && known && info.Shape != program.Transformational && info.Shape != program.Reduction
		case *program.Opaque:
			ok = false
		}
		return ok
	})
	return ok
}

// reference turns the subscripts of an element into sections along all indices, in the
// order of the result; an element that no index moves stays.
func (a *arrayForm) reference(r *program.Ref, edits *[]source.Edit) bool {
	var order []*program.Symbol
	for _, sub := range r.Subs {
		do := a.mentioned(sub.Lo)
		if do == nil {
			continue
		}
		section, ok := a.section(do, sub.Lo)
		if !ok {
			return false
		}
		order = append(order, do.Var)
		*edits = append(*edits, source.Edit{Span: sub.Lo.Span().Shift(a.unit.Start), New: section})
	}
	if a.order == nil {
		a.order = order
	}
	return len(order) == 0 || slices.Equal(order, a.order)
}

// section is i, i + c or i - c for all values of i.
func (a *arrayForm) section(do *program.Do, e program.Expr) (string, bool) {
	offset := int64(0)
	if b, is := e.(*program.Binary); is {
		c, known := b.Y.(*program.Const)
		x := b.X
		if first, is := b.X.(*program.Const); is && b.Op == program.Add {
			c, known, x = first, true, b.Y
		}
		if !known || c.Type != program.Integer || b.Op != program.Add && b.Op != program.Sub {
			return "", false
		}
		if offset, e = c.Int, x; b.Op == program.Sub {
			offset = -offset
		}
	}
	if r, is := e.(*program.Ref); !is || r.Sym != do.Var {
		return "", false
	}
	out := a.moved(do.Lo, offset) + ":" + a.moved(do.Hi, offset)
	if do.Step != nil {
		out += ":" + a.text.Slice(do.Step.Span().Shift(a.unit.Start))
	}
	return out, true
}

var sum = regexp.MustCompile(`^(.*?)\s*([+-]?)\s*(\d+)$`)

// moved writes a bound and an offset, the number at its end added up.
func (a *arrayForm) moved(bound program.Expr, offset int64) string {
	text := a.text.Slice(bound.Span().Shift(a.unit.Start))
	if offset == 0 {
		return text
	}
	if m := sum.FindStringSubmatch(text); m != nil && (m[1] == "" || m[2] != "") {
		if n, err := strconv.ParseInt(m[3], 10, 32); err == nil {
			if m[2] == "-" {
				n = -n
			}
			text, offset = m[1], offset+n
		}
	}
	switch {
	case text == "" || offset < 0:
		return text + strconv.FormatInt(offset, 10)
	case offset == 0:
		return text
	}
	return text + "+" + strconv.FormatInt(offset, 10)
}
