package spar

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// inParallel does n things, as many at a time as there are processors. A panic in one
// of them goes on in the caller, once all others are done, so that it costs one answer
// and not the process.
func inParallel(n int, do func(int)) {
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
	for range min(n, runtime.GOMAXPROCS(0)) {
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
