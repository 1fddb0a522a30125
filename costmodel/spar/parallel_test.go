package spar

import (
	"strings"
	"sync/atomic"
	"testing"
)

// A panic in one of many parts reaches the caller, which can recover, and the others
// are done all the same.
func TestInParallelPanicsInTheCaller(t *testing.T) {
	var done atomic.Int64
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "part 3") {
			t.Errorf("recovered %q", text)
		}
		if done.Load() != 9 {
			t.Errorf("%d parts are done, not 9", done.Load())
		}
	}()
	inParallel(10, func(i int) {
		if i == 3 {
			panic("part 3")
		}
		done.Add(1)
	})
	t.Error("no panic")
}
