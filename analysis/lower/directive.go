package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// promise is an INDEPENDENT directive that waits for its loop.
type promise struct {
	*hpf.Independent
	stmt *fortran.Statement
	rest int // further nested loops that it covers

	across *program.Across
}

// directive reads a directive; those that map data are kept for mapArrays,
// the others for the place where they stand.
func (l *statements) directive(s *fortran.Statement) {
	read := l.read(s)
	if read.Problem != nil {
		d := *read.Problem
		d.Span = s.Place(d.Span)
		if d.Span.Empty() {
			d.Span = s.At
		}
		l.problems = append(l.problems, d)
	}
	l.spellings(read.Spellings, s)
	if s.Form == fortran.Free && s.Mark != '!' && s.Origin == nil {
		l.report(source.Span{Start: s.At.Start, End: s.At.Start + 1}, source.Information, "nonstandard-spelling", "in free form a directive begins with !HPF$")
	}
	for _, d := range read.Directives {
		switch d := d.(type) {
		case *hpf.Distribute:
			if d.Again {
				l.again = append(l.again, d)
			} else {
				l.spec = append(l.spec, directive{Directive: d, stmt: s, at: s.At})
			}
		case *hpf.Align:
			if !d.Again {
				l.spec = append(l.spec, directive{Directive: d, stmt: s, at: s.At})
			}
		case *hpf.Processors, *hpf.Template:
			l.spec = append(l.spec, directive{Directive: d, stmt: s, at: s.At})
		case *hpf.Attribute:
			l.attributes = append(l.attributes, directive{Directive: d, stmt: s, at: s.At})
		}
	}
}

// executable takes a directive among the executable statements: a promise, a
// remapping, or one that came too late to be a specification.
func (l *statements) executable(s *fortran.Statement) []program.Stmt {
	var out []program.Stmt
	for _, d := range l.read(s).Directives { // problems are reported by directive
		switch d := d.(type) {
		case *hpf.Independent:
			l.unusedPromise()
			l.promise = &promise{d, s, max(0, len(d.Indices)-1), l.pending.across}
		case *hpf.Distribute:
			if d.Again {
				l.needsDynamic(d.Target, s)
				l.needsUltimate(d.Target, s)
				l.started = true
				out = append(out, l.redistribute(d, s))
			} else {
				l.misplaced(s)
			}
		case *hpf.Align:
			if d.Again {
				l.needsDynamic(d.Alignee, s)
				l.started = true
				out = append(out, l.realign(d, s))
			} else {
				l.misplaced(s)
			}
		case *hpf.Processors, *hpf.Template:
			if !dialect.Known(s.Sentinel) { // TEMPLATE_FIX comes when the size is known
				l.misplaced(s)
			}
		default:
			out = append(out, l.explicit(d, s)...)
		}
	}
	return out
}

// spellings says where a directive departs from the standard.
func (l *statements) spellings(all []hpf.Spelling, s *fortran.Statement) {
	for _, x := range all {
		at := x.At
		if at.Empty() { // a comma is missing: point at what it belongs before
			at.End = min(at.End+1, len(s.Text))
		}
		l.report(s.Place(at), source.Information, "nonstandard-spelling", "%s", x.Message)
	}
}

// misplaced reports a specification directive behind the first executable
// statement. It is obeyed all the same.
func (l *statements) misplaced(s *fortran.Statement) {
	if l.started && l.late != s {
		l.late = s
		l.report(s.At, source.Warning, "misplaced-directive", "this directive belongs before the first executable statement")
	}
}

// takePromise hands the waiting INDEPENDENT to the loop whose head has just
// been lowered, while its indices are visible.
func (l *statements) takePromise(loop fortran.Stmt) *program.Independent {
	p := l.promise
	if p == nil {
		return nil
	}
	l.promised(p, loop)
	l.promise = nil
	out := &program.Independent{At: p.stmt.At, New: slices.Clip(p.New), Reduction: slices.Clip(p.Reduction), Across: p.across}
	if p.OnHome != nil {
		if ref, ok := l.home(p.OnHome, p.stmt); ok {
			out.OnHome = ref
		}
	}
	if p.rest > 0 {
		l.promise = &promise{p.Independent, p.stmt, p.rest - 1, p.across}
	}
	return out
}

// unusedPromise reports an INDEPENDENT that no loop follows.
func (l *statements) unusedPromise() {
	if p := l.promise; p != nil && p.rest == max(0, len(p.Indices)-1) {
		l.report(p.stmt.At, source.Warning, "misplaced-directive", "INDEPENDENT must stand before a DO or FORALL")
	}
	l.promise = nil
}

// Problems returns all that is wrong with a unit, of which its lowering has found some. Of
// an included text it leaves out what cannot be known: which names the including unit
// declares; text that is mostly not Fortran gets one message instead of many.
func Problems(u *fortran.Unit, found []source.Diagnostic) []source.Diagnostic {
	all := slices.Concat(u.Tree.Diagnostics, found)
	if u.Kind != program.Fragment {
		return all
	}
	all = slices.DeleteFunc(all, func(d source.Diagnostic) bool {
		switch d.Code {
		case "unknown-template", "unknown-array", "unknown-processors", "wrong-rank":
			return true
		}
		return false
	})
	if bad := unread(u.Body); bad > 3 && 2*bad > len(u.Body) {
		return []source.Diagnostic{{
			Span: all[0].Span, Severity: source.Information, Code: "not-understood", Message: "this text does not look like Fortran",
		}}
	}
	return all
}

func unread(body []*fortran.Node) int {
	n := 0
	for _, node := range body {
		if node.Kind == fortran.Code && node.Stmt == nil {
			n++
		}
	}
	return n
}
