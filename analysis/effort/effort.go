// Package effort counts what computations take, in steps: a bound on them holds on every
// machine, where one on the clock would give another answer on a slower one.
package effort

import (
	"context"
	"errors"
	"sync/atomic"
)

// Meter adds up steps. One step is about what evaluating one term for one processor takes.
// What is remembered takes none, so that the sum of some computations does not depend on
// which of them came first.
type Meter struct {
	steps atomic.Int64
	part  *part // of another meter
}

// part is what one of several computations takes of a meter.
type part struct {
	of   *Meter
	most int64
	stop context.CancelCauseFunc
}

// Steps is how many there have been.
func (m *Meter) Steps() int { return int(m.steps.Load()) }

func (m *Meter) add(steps int64) {
	sum := m.steps.Add(steps)
	if m.part == nil {
		return
	}
	// What is made until the computation has ended depends on the computer, and does not count.
	if left := m.part.most + 1 - (sum - steps); left > 0 {
		m.part.of.add(min(steps, left))
	}
	if sum > m.part.most {
		m.part.stop(ErrTooMany)
	}
}

// ErrTooMany ends a computation that takes more steps than it may.
var ErrTooMany = errors.New("more steps than the computation may take")

// Bounded returns a context in which all steps are counted by a meter, and which ends with
// ErrTooMany for its cause when they become too many; without a bound where most is 0.
func Bounded(ctx context.Context, m *Meter, most int) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	if most > 0 {
		m = &Meter{part: &part{m, int64(most), stop}}
	}
	return Counted(ctx, m), func() { stop(nil) }
}

type meterKey struct{}

// Counted returns a context in which all steps are counted by a meter.
func Counted(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// Count adds steps to the meter of the context, where it has one.
func Count(ctx context.Context, steps int) {
	if m, counted := ctx.Value(meterKey{}).(*Meter); counted {
		m.add(int64(steps))
	}
}
