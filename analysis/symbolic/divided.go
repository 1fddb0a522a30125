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

// DivisionError is a division by zero with the inputs that it comes from: those that are 0,
// or all where none is.
type DivisionError struct {
	Names  []string
	Values []float64
}

// Error names the inputs that a reader knows: others have names that no text can have.
func (e *DivisionError) Error() string { return ErrDivisionByZero.Error() + e.where() }

func (e *DivisionError) where() string {
	var known []string
	for i, name := range e.Names {
		if !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' }) {
			known = append(known, fmt.Sprintf("%s = %v", name, e.Values[i]))
		}
	}
	if len(known) == 0 {
		return ""
	}
	return " where " + strings.Join(known[:min(len(known), maxNamed)], ", ")
}

// Is tells that it is a division by zero.
func (e *DivisionError) Is(target error) bool { return target == ErrDivisionByZero }

// DividedBy adds to the error of an evaluation which inputs a division by zero comes
// from.
func (t *Tape) DividedBy(err error, in []float64) error {
	if !errors.Is(err, ErrDivisionByZero) {
		return err
	}
	zero, all := &DivisionError{}, &DivisionError{}
	for i, s := range t.inputs {
		all.add(s.Name, in[i])
		if in[i] == 0 {
			zero.add(s.Name, 0)
		}
	}
	if len(zero.Names) > 0 {
		return zero
	}
	return all
}

func (e *DivisionError) add(name string, value float64) {
	e.Names, e.Values = append(e.Names, name), append(e.Values, value)
}

// ZeroDivisor is a division by an expression that is 0, with the values in it.
func (a *Arena) ZeroDivisor(divisor Expr, env map[string]float64) error {
	of := &DivisionError{}
	for _, s := range a.Free(divisor) {
		of.add(s.Name, env[s.Name])
	}
	return fmt.Errorf("%w: %s is 0%s", ErrDivisionByZero, a.PAMELA(divisor), of.where())
}
