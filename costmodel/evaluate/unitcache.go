package evaluate

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/machines"
)

// unitCache is where the graphs of a unit are made, edit after edit.
type unitCache struct {
	mu         sync.Mutex
	comm.Cache      // guarded by mu
	stopped    bool // guarded by mu; nobody wants what is under way any more

	known process.Known
}

// clocks begins another round of what is known of the clocks; nil in a cache for one
// model only.
func (w *unitCache) clocks() *process.Known {
	if w.Single() {
		return nil
	}
	w.known.Next()
	return &w.known
}

// use does something in the cache, which a fault leaves empty.
func (w *unitCache) use(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := false
	w.stopped = false
	defer func() {
		switch {
		case w.stopped:
			w.Interrupted()
		case !done:
			w.Cache = comm.Cache{}
		}
	}()
	do()
	done = true
}

// until returns what a builder in use is to call again and again: it panics with
// stopped once ctx has ended.
func (w *unitCache) until(ctx context.Context) func() {
	return func() {
		if err := ctx.Err(); err != nil {
			w.stopped = true
			panic(stopped{err})
		}
	}
}

// cacheKey names the cache of a unit as long as its names keep their
// types. One of units of any name and file is for models that are not kept: to a cache
// the next unit is an edit of the one before.
type cacheKey struct {
	file, unit, names, passed string
	machine                   *machines.Machine
}

func (cacheKey) empty() *unitCache { return &unitCache{} }

// cache returns where the model of a procedure is made: a text that is not the
// snapshot's must not displace what is known of the one that is. A unit has a new one
// with a name like those that assumed weights get, which are real numbers.
func (l *linker) cache(p *procedure, with *passed) *unitCache {
	if p.hypothetical {
		return &unitCache{Cache: comm.Uncached()}
	}
	key := cacheKey{machine: l.m.Shape()}
	if with != nil {
		key.passed = with.key
	}
	var names strings.Builder
	for _, s := range p.unit.Symbols {
		if strings.HasPrefix(s.Name, "weight") {
			return &unitCache{}
		}
		fmt.Fprintf(&names, "%s %d,", s.Name, s.Type)
	}
	key.names = names.String()
	if l.caches != nil {
		return memo.Get(l.caches, key, cacheKey.empty)
	}
	key.file, key.unit = p.file, p.unit.Name
	return memo.Get(l.memo, key, cacheKey.empty)
}
