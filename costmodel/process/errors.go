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
	Cause   error  // of an expression without a value, or nil
	Help    string // what would give it a time; "" where nothing is known
}

// Reason is the message, and what would help.
func (e *Error) Reason() string {
	if e.Help == "" {
		return e.Message
	}
	return e.Message + "; what would help: " + e.Help
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Error returns the message without its position.
func (e *Error) Error() string { return e.Message }

// helped is the error with what would help.
func helped(err error, help string) error {
	if e, ok := err.(*Error); ok && e.Help == "" {
		with := *e
		with.Help = help
		return &with
	}
	return err
}

const (
	giveValues = "give the variables that it depends on their values (!PARLENS$ SET)"
	sameBounds = "bounds that are the same on every processor, or the communication outside of the loop"
	outside    = "the communication outside of the loop"
)

func errorAt(span source.Span, format string, args ...any) error {
	return &Error{Span: span, Message: fmt.Sprintf(format, args...), Cause: causeIn(args)}
}

// causeIn returns the error among the arguments of a message.
func causeIn(args []any) error {
	for _, a := range args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}

// errTooManySteps ends a clock reading that takes too long.
var errTooManySteps = errors.New("too many steps")
