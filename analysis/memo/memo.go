// Package memo remembers results of pure functions by key. It is the one way to
// remember something from one snapshot to the next: a computation is a named function
// that gets its key and nothing else, so that it cannot read what its key leaves out.
package memo

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Table remembers the results of pure functions by key. Entries are
// single-flight: while one caller computes, others wait for it. A nil table remembers
// nothing.
//
// A table forgets by age, not by number: what the last snapshots used is their
// working set and stays, however large; an older entry goes when there are many. Who
// works in one unit for a while finds the others as they were. Large results that each
// snapshot makes anew displace each other instead; see Displace.
type Table struct {
	mu      sync.Mutex
	entries map[any]*entry // guarded by mu
	newest  map[any][]any  // guarded by mu; the last keys of each slot, the newest first
	age     uint64         // guarded by mu; counts snapshots
	full    int            // guarded by mu; entries at which the next sweep is due
	swept   uint64         // guarded by mu; the age at the last sweep
	watch   func(any) any  // see Watch
}

const (
	few    = 256 // entries below which nothing is forgotten
	recent = 128 // snapshots whose entries are never forgotten
)

// entry is one result, or the computation that will give it. val, ok and err
// are written before done is closed and only read after.
type entry struct {
	done    chan struct{}
	val     any
	ok      bool // val may be used
	err     error
	used    uint64 // guarded by Table.mu; the age at its last use
	waiters int    // guarded by Table.mu; callers of Load that still want it
	cancel  func() // of Load's computation
}

// New returns an empty table.
func New() *Table {
	return &Table{entries: map[any]*entry{}, newest: map[any][]any{}, full: few}
}

// Get returns the remembered value of key, or computes and remembers it. A panic in
// compute reaches its own caller only and leaves no entry: who waited computes for
// itself.
func Get[K comparable, V any](m *Table, key K, compute func(K) V) V {
	return get(m, key, func() V { return compute(key) })
}

// GetFrom is Get for a key that names what the value is made of, by a digest or by the
// snapshot: source has the things themselves, and nothing that the key does not name.
func GetFrom[K comparable, S, V any](m *Table, key K, source S, compute func(K, S) V) V {
	return get(m, key, func() V { return compute(key, source) })
}

func get[V any](m *Table, key any, compute func() V) V {
	if m == nil {
		return compute()
	}
	key = m.lookup(key)
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

// Empty returns an empty table, for results that belong to one value of this one.
func (m *Table) Empty() *Table {
	out := New()
	out.watch = m.watch
	return out
}

// Watch lets a test see the keys that are looked up, and put others in their place.
func (m *Table) Watch(instead func(key any) any) { m.watch = instead }

func (m *Table) lookup(key any) any {
	if m.watch != nil {
		return m.watch(key)
	}
	return key
}

func (m *Table) claim(key any) (*entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.claimLocked(key)
}

func (m *Table) claimLocked(key any) (*entry, bool) {
	if e, ok := m.entries[key]; ok {
		e.used = m.age
		return e, false
	}
	e := &entry{done: make(chan struct{}), used: m.age}
	m.entries[key] = e
	return e, true
}

func fill[V any](m *Table, key any, e *entry, compute func() V) V {
	defer m.finish(key, e)
	v := compute()
	e.val, e.ok = v, true
	return v
}

// finish wakes the waiters and forgets an entry that has no value.
func (m *Table) finish(key any, e *entry) {
	if !e.ok {
		m.forget(key, e)
	}
	close(e.done)
}

// forget removes the entry, unless the key has a newer one.
func (m *Table) forget(key any, e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[key] == e {
		delete(m.entries, key)
	}
}

// Advance tells that there is a new snapshot, and forgets old entries once their number
// has doubled since the last time, and now and then. An entry that is still being
// computed may go too: who waits for it has it.
func (m *Table) Advance() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	if len(m.entries) > m.full || len(m.entries) > few && m.swept+recent <= m.age {
		m.sweepLocked(recent)
	}
}

// sweepLocked forgets what has not been used for some snapshots.
func (m *Table) sweepLocked(snapshots uint64) {
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
	m.full = max(few, 2*len(m.entries))
	m.swept = m.age
}

// Halve forgets half of the entries, those that nobody has used for the longest
// time: there is no memory for all.
func (m *Table) Halve() {
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
func (m *Table) Displace(slot, key any, last int) {
	key = m.lookup(key)
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

// there reports whether the result is.
func (e *entry) there() bool {
	select {
	case <-e.done:
		return e.ok
	default:
		return false
	}
}

// Begun reports whether something has been asked for in a slot, even if it is not there
// yet.
func (m *Table) Begun(slot any) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.newest[slot]) > 0
}

// Holds reports whether something is remembered in a slot.
func (m *Table) Holds(slot any) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.newest[slot], func(key any) bool { return m.entries[key] != nil && m.entries[key].there() })
}

// Count returns the number of values that are as wanted.
func (m *Table) Count(want func(value any) bool) int {
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
func (m *Table) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}
