package place

import "github.com/parlens/parlens/analysis/source"

// Within is steps with one place for all: where they stand for what is done
// there.
func Within(steps []Step, at source.Span) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		switch s := s.(type) {
		case *Statement:
			x := *s
			x.Span, x.Steps = at, Within(s.Steps, at)
			out[i] = &x
		case *Op:
			x := *s
			x.Span = at
			out[i] = &x
		case *Move:
			x := *s
			x.Span = at
			out[i] = &x
		case *Call:
			x := *s
			x.Span = at
			out[i] = &x
		case *Cost:
			x := *s
			x.Span = at
			out[i] = &x
		case *Loop:
			x := *s
			x.Span, x.Body = at, Within(s.Body, at)
			out[i] = &x
		case *Branch:
			x := *s
			x.Span, x.Then, x.Else = at, Within(s.Then, at), Within(s.Else, at)
			out[i] = &x
		}
	}
	return out
}
