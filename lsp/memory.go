package lsp

import (
	"runtime"
	"runtime/metrics"
)

// DefaultMemory is the budget of a server that is given none, in bytes.
const DefaultMemory = 1 << 30

// stayWithin forgets the oldest results while more memory is in use than the
// budget allows. What is forgotten is computed again when it is asked for. One
// goroutine at a time does it; it is called after every answer.
func (s *server) stayWithin() {
	if inUse() <= s.opts.Memory || !s.trimming.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer s.trimming.Store(false)
		defer s.survive("memory")
		memo := s.workspace.Snapshot().Memo()
		for inUse() > s.opts.Memory && memo.Len() > 0 {
			memo.Halve()
			runtime.GC() // else nobody knows what that has freed
		}
	}()
}

// inUse returns the bytes that were reachable when garbage was last collected.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
