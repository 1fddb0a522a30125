package main

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

// A small heap may grow by that much garbage before it is collected.
func TestGarbageIsCollectedLate(t *testing.T) {
	goal := func() uint64 {
		runtime.GC()
		sample := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before := goal()
	until := collectLate()
	if got := goal(); got < before+garbage {
		t.Errorf("collected at %d bytes, at %d before", got, before)
	}
	until()
	if got := goal(); got > before+garbage {
		t.Errorf("still collected at %d bytes", got)
	}
}
