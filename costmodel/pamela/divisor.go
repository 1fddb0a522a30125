package pamela

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
)

// divisors stands for the divisors of div and mod that are not known to be at
// least 1, such as the block size N div P. They become symbols that are, for
// as long as the model is simplified; a closed form would otherwise have to
// think of blocks without elements. At the end they are put back, so that a
// divisor that is 0 after all is an error of the evaluation.
type divisors struct {
	arena *symbolic.Arena
	terms []symbolic.Expr // behind the symbols, in the order of their making
	names map[symbolic.Expr]string
}

func newDivisors(a *symbolic.Arena) *divisors {
	return &divisors{arena: a, names: map[symbolic.Expr]string{}}
}

// positive is y, or the symbol for it. A divisor that depends on a loop stays.
func (d *divisors) positive(y symbolic.Expr) symbolic.Expr {
	a := d.arena
	if a.AtLeast(y, a.Int(1)) || d.local(y) {
		return y
	}
	name, ok := d.names[y]
	if !ok {
		name = fmt.Sprintf("\x02%d", len(d.terms))
		a.StandIn(name, y)
		d.names[y] = name
		d.terms = append(d.terms, y)
	}
	return a.Sym(name, symbolic.Index)
}

// local tells whether y mentions a loop index.
func (d *divisors) local(y symbolic.Expr) bool {
	return slices.ContainsFunc(d.arena.Free(y), func(s symbolic.Symbol) bool { return strings.Contains(s.Name, "\x01") })
}

// stands tells whether e mentions a divisor's symbol.
func (d *divisors) stands(e symbolic.Expr) bool {
	return slices.ContainsFunc(d.arena.Free(e), func(s symbolic.Symbol) bool { return s.Name[0] == '\x02' })
}

// back puts the divisors back.
func (d *divisors) back(e symbolic.Expr) symbolic.Expr {
	for d.stands(e) {
		with := map[string]symbolic.Expr{}
		for i, y := range d.terms {
			with[fmt.Sprintf("\x02%d", i)] = y
		}
		e = d.arena.Subst(e, with)
	}
	return e
}

// explained says which divisor is 0 where an evaluation has divided by it.
func (d *divisors) explained(err error, env map[string]float64) error {
	if !errors.Is(err, symbolic.ErrDivisionByZero) {
		return err
	}
	var by *symbolic.DivisionError
	named := errors.As(err, &by) && slices.ContainsFunc(by.Names, func(name string) bool { return name[0] == '\x02' })
	for i, y := range d.terms {
		if named && !slices.Contains(by.Names, fmt.Sprintf("\x02%d", i)) {
			continue
		}
		if zero := d.zero(y, env); zero != nil {
			return zero
		}
	}
	return err
}

// in lists the symbols of divisors in e.
func (d *divisors) in(e symbolic.Expr) []symbolic.Expr {
	var out []symbolic.Expr
	for _, s := range d.arena.Free(e) {
		if s.Name[0] == '\x02' {
			out = append(out, d.arena.Sym(s.Name, symbolic.Index))
		}
	}
	return out
}

// zero is an error where a divisor is 0.
func (d *divisors) zero(y symbolic.Expr, env map[string]float64) error {
	e := d.back(y)
	if x, err := d.arena.Eval(e, env); err != nil || x != 0 {
		return nil
	}
	return d.arena.ZeroDivisor(e, env)
}

// key tells apart what the symbols stand for in different models.
func (d *divisors) key() string {
	var b strings.Builder
	for _, y := range d.terms {
		fmt.Fprintf(&b, "%x ", d.arena.Hash(y))
	}
	return b.String()
}
