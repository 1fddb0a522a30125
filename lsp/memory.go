package lsp

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// DefaultMemory is the budget of a server that is given none, in bytes of the process:
// results, and the garbage that comes together beside them.
const DefaultMemory = 1 << 30

// stayWithin forgets the oldest results while they take more than half of the budget,
// which leaves as much for garbage. What is forgotten is computed again when it is
// asked for. One goroutine at a time does it; it is called after every answer.
func (s *server) stayWithin() {
	if inUse() <= s.opts.Memory/2 || !s.trimming.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer s.trimming.Store(false)
		defer s.survive("memory")
		memo := s.workspace.Snapshot().Memo()
		for inUse() > s.opts.Memory/2 && memo.Len() > 0 {
			memo.Halve()
			runtime.GC() // else nobody knows what that has freed
		}
	}()
}

// collectLate has garbage collected when as much of it has come together as a small
// server may have, and not each time that its small heap has doubled: between two
// keystrokes of a short file little is kept and much is made. It is for a process
// that does nothing but serve. The most that the process may have is hardMemory.
func (s *server) collectLate() {
	if !s.opts.Alone {
		return
	}
	percent := garbageFor(inUse(), s.opts.Memory)
	if before := s.garbage.Load(); 3*before < 2*percent || 3*percent < 2*before {
		s.garbage.Store(percent)
		debug.SetGCPercent(int(percent))
	}
}

// collectIdle has garbage collected while the reader reads, and not during a keystroke,
// once half of what may come together has. It is called after every answer; the next
// message takes it back.
func (s *server) collectIdle() {
	if made := allocated() - inUse(); s.opts.Alone && 2*made > inUse()*s.garbage.Load()/100 {
		s.idle.Reset(idleAfter)
	}
}

// garbageFor is how much garbage may come together, in percent of what is in use: as
// much as that, more where little is in use, less where the budget ends.
func garbageFor(inUse, budget int64) int64 {
	wanted := min(mostGarbage, max(evenGarbage, garbage*100/max(1, inUse)))
	return max(leastGarbage, min(wanted, (budget-inUse)*100/max(1, inUse)))
}

const (
	garbage      = 96 << 20 // bytes that are made before they are collected
	evenGarbage  = 100      // percent of what is in use
	leastGarbage = 25       // beyond the budget: collecting all the time would stop all else
	mostGarbage  = 800
	hardMemory   = 2 << 30 // bytes above which garbage is collected all the time

	idleAfter = 10 * time.Millisecond // without a message, in which nobody waits
)

// inUse returns the bytes that were reachable when garbage was last collected.
func inUse() int64 { return measured("/gc/heap/live:bytes") }

// allocated returns the bytes that are in use, and those of garbage.
func allocated() int64 { return measured("/memory/classes/heap/objects:bytes") }

func measured(what string) int64 {
	sample := []metrics.Sample{{Name: what}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
