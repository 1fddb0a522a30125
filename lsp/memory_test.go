package lsp

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
)

func TestGarbageIsBounded(t *testing.T) {
	for _, c := range []struct{ megabytes, percent, atMost int64 }{
		{0, 800, 0}, {6, 800, 54}, {16, 600, 112}, {32, 300, 128}, {96, 100, 192},
		{512, 100, 1024}, {800, 28, 1024}, {1000, 25, 1250},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			percent := garbageFor(c.megabytes<<20, DefaultMemory)
			if all := c.megabytes * (100 + percent) / 100; percent != c.percent || all > c.atMost {
				t.Errorf("%d MB in use: %d%%, want %d%%; %d MB at most, want %d", c.megabytes, percent, c.percent, all, c.atMost)
			}
		})
	}
}

var garbageMade []byte

// Garbage is collected behind an answer when there is more than half of what may come
// together, unless another message comes.
func TestGarbageIsCollectedWhereNobodyWaits(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	s := newServer(t.Context(), func(error) {}, Options{Alone: true}.withDefaults())
	for _, c := range []struct {
		percent       int64 // of what may come together
		message, want bool
	}{
		{70, false, true}, {70, true, false}, {20, false, false},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			runtime.GC()
			s.collectLate()
			for range inUse() * s.garbage.Load() / 100 * c.percent / 100 >> 16 {
				garbageMade = make([]byte, 1<<16)
			}
			before := measured("/gc/cycles/total:gc-cycles")
			s.collectIdle()
			if c.message {
				_, _ = s.handler()(t.Context(), &jsonrpc2.Request{})
			}
			time.Sleep(10 * idleAfter)
			if got := measured("/gc/cycles/total:gc-cycles") > before; got != c.want {
				t.Errorf("collected: %v", got)
			}
		})
	}
}
