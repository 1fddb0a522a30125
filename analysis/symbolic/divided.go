package symbolic

import (
	"errors"
	"fmt"
	"strings"
)

// NoValueError is an evaluation that lacks the value of a symbol.
type NoValueError struct{ Name string }

func (e *NoValueError) Error() string { return "no value for " + e.Name }

// maxNamed is how many inputs a message names.
const maxNamed = 4

// DividedBy adds to the error of an evaluation which inputs a division by zero comes
// from: those that are 0, or all where none is.
func (t *Tape) DividedBy(err error, in []float64) error {
	if !errors.Is(err, ErrDivisionByZero) {
		return err
	}
	var zero, all []string
	for i, s := range t.inputs {
		text := fmt.Sprintf("%s = %v", s.Name, in[i])
		all = append(all, text)
		if in[i] == 0 {
			zero = append(zero, text)
		}
	}
	if len(zero) > 0 {
		all = zero
	}
	if len(all) == 0 {
		return err
	}
	return fmt.Errorf("%w where %s", err, strings.Join(all[:min(len(all), maxNamed)], ", "))
}
