package memo

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Load is Get for a computation that can be cancelled and can fail. It runs on
// a goroutine of its own, as long as at least one caller waits for it: a
// caller whose ctx ends gets its error at once and stops nobody else; when the
// last one is gone the computation's context is cancelled. An error goes to
// all who wait and is not remembered; a panic in compute becomes a panic in
// each of them.
func Load[K comparable, V any](ctx context.Context, m *Table, key K, compute func(K, context.Context) (V, error)) (V, error) {
	return load(ctx, m, m.lookup(key), func(ctx context.Context) (V, error) { return compute(key, ctx) })
}

// LoadFrom is Load as GetFrom is Get.
func LoadFrom[K comparable, S, V any](ctx context.Context, m *Table, key K, source S, compute func(K, context.Context, S) (V, error)) (V, error) {
	return load(ctx, m, m.lookup(key), func(ctx context.Context) (V, error) { return compute(key, ctx, source) })
}

func load[V any](ctx context.Context, m *Table, key any, compute func(context.Context) (V, error)) (V, error) {
	for {
		e := join(ctx, m, key, compute)
		err := m.await(ctx, key, e)
		if p, ok := err.(*panicked); ok {
			panic(p)
		}
		if err != nil {
			var none V
			return none, err
		}
		if e.ok {
			return e.val.(V), nil
		}
		// A Get of the same key panicked: compute for ourselves.
	}
}

// Known returns the value of key if it has been computed.
func Known[K comparable, V any](m *Table, key K) (v V, known bool) {
	looked := m.lookup(key)
	m.mu.Lock()
	e, found := m.entries[looked]
	if found {
		e.used = m.age
	}
	m.mu.Unlock()
	if !found {
		return v, false
	}
	select {
	case <-e.done:
	default:
		return v, false
	}
	if !e.ok {
		return v, false
	}
	return e.val.(V), true
}

// await returns when the entry is done, with its error, or when ctx ends.
func (m *Table) await(ctx context.Context, key any, e *entry) error {
	defer m.leave(key, e)
	select {
	case <-e.done:
		return e.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// join returns the entry of key with this caller counted among its waiters,
// and starts its computation if there is none.
func join[V any](ctx context.Context, m *Table, key any, compute func(context.Context) (V, error)) *entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, owner := m.claimLocked(key)
	e.waiters++
	if owner {
		var shared context.Context
		shared, e.cancel = context.WithCancel(context.WithoutCancel(ctx))
		go run(shared, m, key, e, compute)
	}
	return e
}

func run[V any](ctx context.Context, m *Table, key any, e *entry, compute func(context.Context) (V, error)) {
	defer e.cancel()
	defer m.finish(key, e)
	defer func() {
		if r := recover(); r != nil {
			e.err = &panicked{value: r, stack: debug.Stack()}
		}
	}()
	v, err := compute(ctx)
	if err != nil {
		e.err = err
		return
	}
	e.val, e.ok = v, true
}

// leave stops an unfinished computation that nobody waits for any more; its
// key is free at once, so a later caller starts afresh.
func (m *Table) leave(key any, e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.waiters--
	if e.waiters > 0 || e.cancel == nil {
		return
	}
	select {
	case <-e.done:
	default:
		e.cancel()
		if m.entries[key] == e {
			delete(m.entries, key)
		}
	}
}

// panicked carries a panic from the computation's goroutine to its waiters.
type panicked struct {
	value any
	stack []byte
}

// Error returns the value and the stack of the original panic.
func (p *panicked) Error() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }
