package effort

import (
	"context"
	"errors"
)

// until is above what seconds nobody wants to know a time.
type until struct {
	seconds float64
	stop    context.CancelCauseFunc
}

// ErrTooLong ends the computation of a time that is longer than anybody wants to know.
var ErrTooLong = errors.New("a longer time than is of use")

type untilKey struct{}

// Until returns a context that ends with ErrTooLong for its cause when a time is known to
// be above some seconds.
func Until(ctx context.Context, seconds float64) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	return context.WithValue(ctx, untilKey{}, &until{seconds, stop}), func() { stop(nil) }
}

// Whole returns a context for times that are parts of others: they are computed however
// long they are.
func Whole(ctx context.Context) context.Context {
	return context.WithValue(ctx, untilKey{}, (*until)(nil))
}

// Above says that a time is above some seconds.
func Above(ctx context.Context, seconds float64) {
	if u, bounded := ctx.Value(untilKey{}).(*until); bounded && u != nil && seconds > u.seconds {
		u.stop(ErrTooLong)
	}
}
