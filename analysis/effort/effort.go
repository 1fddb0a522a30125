// Package effort counts what computations take, in steps: a bound on them holds on every
// machine, where one on the clock would give another answer on a slower one.
package effort

import (
	"context"
	"sync/atomic"
)

// Meter adds up steps. One step is about what evaluating one term for one processor takes.
// What is remembered takes none, so that the sum of some computations does not depend on
// which of them came first.
type Meter struct{ steps atomic.Int64 }

// Steps is how many there have been.
func (m *Meter) Steps() int { return int(m.steps.Load()) }

type meterKey struct{}

// Counted returns a context in which all steps are counted by a meter.
func Counted(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// Count adds steps to the meter of the context, where it has one.
func Count(ctx context.Context, steps int) {
	if m, counted := ctx.Value(meterKey{}).(*Meter); counted {
		m.steps.Add(int64(steps))
	}
}
