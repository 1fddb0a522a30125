// Package parallel does things that do not depend on each other on all processors of this
// computer.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each does n things, so many at a time; 0: as many as there are processors. A panic in
// one of them goes on in the caller, once all others are done, so that it costs one answer
// and not the process.
func Each(n, workers int, do func(int)) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var all sync.WaitGroup
	var fault atomic.Pointer[string]
	one := func(i int) {
		defer func() {
			if v := recover(); v != nil {
				text := fmt.Sprintf("%v\n%s", v, debug.Stack())
				fault.CompareAndSwap(nil, &text)
			}
		}()
		do(i)
	}
	for range min(n, workers) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				one(i)
			}
		})
	}
	all.Wait()
	if text := fault.Load(); text != nil {
		panic(*text)
	}
}

// Errors is Each for what may fail: the errors in the order of the things.
func Errors(n, workers int, do func(int) error) []error {
	out := make([]error, n)
	Each(n, workers, func(i int) { out[i] = do(i) })
	return out
}
