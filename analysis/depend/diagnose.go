package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Diagnostic is a message about a loop with the dependence that it rests on.
type Diagnostic struct {
	source.Diagnostic // at the directive
	Because           *Dependence
}

// Diagnostics returns a warning with the code "false-independent" for every
// INDEPENDENT directive that is provably false, in the order of the source.
func (r *Result) Diagnostics() []Diagnostic {
	var out []Diagnostic
	for _, l := range r.Loops {
		if d := l.False(); d != nil && !(d.Reduction != "" && r.combined(l.Do, d.Sym)) {
			out = append(out, Diagnostic{source.Diagnostic{
				Span: l.Do.Independent.At, Severity: source.Warning, Code: "false-independent",
				Message: "the iterations of this loop are not independent: " + d.Text() + d.remedy(),
			}, d})
		}
	}
	return out
}

// combined reports whether a directive behind the loop combines what each processor has in
// a variable.
func (r *Result) combined(do *program.Do, v *program.Symbol) bool {
	found := false
	program.Statements(r.unit.Body, func(s program.Stmt) bool {
		x, is := s.(*program.Explicit)
		found = found || is && x.Kind == program.Combine && x.Span().Start > do.Span().Start && slices.Contains(x.Variables, v)
		return !found
	})
	return found
}

// False returns the first dependence that contradicts the loop's INDEPENDENT
// directive in every execution with long enough loops, or nil.
func (l *Loop) False() *Dependence {
	if l.Do.Independent == nil {
		return nil
	}
	for _, d := range l.Carried() {
		if d.Certain && !l.Do.Independent.Across.Of(d.Sym) {
			return d
		}
	}
	return nil
}

// remedy names the clause that would make the promise true.
func (d *Dependence) remedy() string {
	if d.Reduction == "" {
		return ""
	}
	return fmt.Sprintf("; it accumulates, which REDUCTION(%s) would say", upper(d.Sym))
}
