package workspace

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Memo remembers the results of pure functions by key. Entries are
// single-flight: while one caller computes, others wait for it.
//
// A memo forgets by age, not by number: what the last snapshots used is their
// working set and stays, however large; an older entry goes when there are many.
type Memo struct {
	mu      sync.Mutex
	entries map[any]*entry // guarded by mu
	newest  map[any][]any  // guarded by mu; the last keys of each slot, the newest first
	age     uint64         // guarded by mu; counts snapshots
	full    int            // guarded by mu; entries at which the next sweep is due
	swept   uint64         // guarded by mu; the age at the last sweep
}

const (
	memoSmall   = 256 // entries below which nothing is forgotten
	memoRecent  = 4   // snapshots whose entries are never forgotten
	memoPatient = 64  // snapshots after which an entry that nobody has used is forgotten, however few there are
)

// entry is one result, or the computation that will give it. val, ok and err
// are written before done is closed and only read after.
type entry struct {
	done    chan struct{}
	val     any
	ok      bool // val may be used
	err     error
	used    uint64 // guarded by Memo.mu; the age at its last use
	waiters int    // guarded by Memo.mu; callers of Load that still want it
	cancel  func() // of Load's computation
}

// NewMemo returns an empty memo.
func NewMemo() *Memo {
	return &Memo{entries: map[any]*entry{}, newest: map[any][]any{}, full: memoSmall}
}

// Get returns the remembered value of key, or computes and remembers it. The
// key must hold everything that compute reads; it must be comparable. A panic
// in compute reaches its own caller only and leaves no entry: who waited
// computes for itself.
func Get[K comparable, V any](m *Memo, key K, compute func() V) V {
	for {
		e, owner := m.claim(key)
		if owner {
			return fill(m, key, e, compute)
		}
		<-e.done
		if e.ok {
			return e.val.(V)
		}
	}
}

func (m *Memo) claim(key any) (*entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.claimLocked(key)
}

func (m *Memo) claimLocked(key any) (*entry, bool) {
	if e, ok := m.entries[key]; ok {
		e.used = m.age
		return e, false
	}
	e := &entry{done: make(chan struct{}), used: m.age}
	m.entries[key] = e
	return e, true
}

func fill[K comparable, V any](m *Memo, key K, e *entry, compute func() V) V {
	defer m.finish(key, e)
	v := compute()
	e.val, e.ok = v, true
	return v
}

// finish wakes the waiters and forgets an entry that has no value.
func (m *Memo) finish(key any, e *entry) {
	if !e.ok {
		m.forget(key, e)
	}
	close(e.done)
}

// forget removes the entry, unless the key has a newer one.
func (m *Memo) forget(key any, e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[key] == e {
		delete(m.entries, key)
	}
}

// advance tells that there is a new snapshot, and forgets old entries once
// their number has doubled since the last time, and very old ones now and then.
// An entry that is still being
// computed may go too: who waits for it has it.
func (m *Memo) advance() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	switch {
	case len(m.entries) > m.full:
		m.sweepLocked(memoRecent)
	case len(m.entries) > memoSmall && m.swept+memoPatient <= m.age:
		m.sweepLocked(memoPatient)
	}
}

// sweepLocked forgets what has not been used for some snapshots.
func (m *Memo) sweepLocked(snapshots uint64) {
	for key, e := range m.entries {
		if e.used+snapshots < m.age {
			delete(m.entries, key)
		}
	}
	for slot, keys := range m.newest {
		keys = slices.DeleteFunc(keys, func(key any) bool { return m.entries[key] == nil })
		if m.newest[slot] = keys; len(keys) == 0 {
			delete(m.newest, slot)
		}
	}
	m.full = max(memoSmall, 2*len(m.entries))
	m.swept = m.age
}

// Halve forgets half of the entries, those that nobody has used for the longest
// time: there is no memory for all.
func (m *Memo) Halve() {
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := slices.Collect(maps.Keys(m.entries))
	slices.SortFunc(keys, func(x, y any) int { return cmp.Compare(m.entries[x].used, m.entries[y].used) })
	for _, key := range keys[:(len(keys)+1)/2] {
		delete(m.entries, key)
	}
	m.sweepLocked(m.age)
}

// Displace forgets what a slot remembered by older keys than the last ones, of
// which key is the newest. It is for large results that every snapshot makes
// anew.
func (m *Memo) Displace(slot, key any, last int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := m.newest[slot]
	if i := slices.Index(keys, key); i >= 0 {
		keys = slices.Delete(keys, i, i+1)
	}
	if len(keys) == last {
		delete(m.entries, keys[last-1])
		keys = keys[:last-1]
	}
	m.newest[slot] = slices.Insert(keys, 0, key)
}

// Count returns the number of values that are as wanted.
func (m *Memo) Count(want func(value any) bool) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, e := range m.entries {
		select {
		case <-e.done:
			if e.ok && want(e.val) {
				n++
			}
		default:
		}
	}
	return n
}

// Len returns the number of entries.
func (m *Memo) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}
