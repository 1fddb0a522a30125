package process

import (
	"errors"
	"fmt"

	"github.com/parlens/parlens/analysis/source"
)

// Error is a term that has no time, with the span it is about.
type Error struct {
	Span    source.Span
	Message string
}

// Error returns the message without its position.
func (e *Error) Error() string { return e.Message }

func errorAt(span source.Span, format string, args ...any) error {
	return &Error{Span: span, Message: fmt.Sprintf(format, args...)}
}

// errTooManySteps ends a clock reading that takes too long.
var errTooManySteps = errors.New("too many steps")
