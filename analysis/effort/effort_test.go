package effort

import (
	"context"
	"testing"
)

// A bounded computation ends with the step that is one too many, and all its steps are
// counted by the meter outside.
func TestBounded(t *testing.T) {
	var m Meter
	ctx, done := Bounded(context.Background(), &m, 10)
	defer done()
	Count(ctx, 10)
	if ctx.Err() != nil {
		t.Errorf("after as many steps as there may be: %v", context.Cause(ctx))
	}
	Count(ctx, 1)
	if context.Cause(ctx) != ErrTooMany || m.Steps() != 11 {
		t.Errorf("after one more: %v, %d steps outside", context.Cause(ctx), m.Steps())
	}
	if Count(ctx, 5); m.Steps() != 11 {
		t.Errorf("%d steps outside with those that are made until the computation has ended", m.Steps())
	}
	free, done := Bounded(context.Background(), &m, 0)
	defer done()
	Count(free, 1<<40)
	if free.Err() != nil || m.Steps() != 11+1<<40 {
		t.Errorf("without a bound: %v, %d steps", free.Err(), m.Steps())
	}
}

// A computation ends when its time is too long, unless that is a part of another.
func TestUntil(t *testing.T) {
	ctx, done := Until(context.Background(), 2)
	defer done()
	Above(ctx, 2)
	Above(Whole(ctx), 3)
	if ctx.Err() != nil {
		t.Errorf("after as many seconds as there may be, and as part of another: %v", context.Cause(ctx))
	}
	Above(ctx, 2.1)
	if context.Cause(ctx) != ErrTooLong {
		t.Errorf("after more: %v", context.Cause(ctx))
	}
}
