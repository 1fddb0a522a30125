package memo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

type key1 struct{ n int }

func TestGetComputesOnce(t *testing.T) {
	m := New()
	var computed atomic.Int32
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			got := Get(m, key1{i % 3}, func(key1) int { computed.Add(1); return i % 3 * 10 })
			if got != i%3*10 {
				t.Errorf("key %d has %d", i%3, got)
			}
		})
	}
	all.Wait()
	if computed.Load() != 3 || m.Len() != 3 {
		t.Errorf("%d computations, %d entries for 3 keys", computed.Load(), m.Len())
	}
}

// TestGetPanic: the panic reaches who computes, who waited computes for itself.
func TestGetPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		release := make(chan struct{})
		panics := make(chan any, 1)
		go func() {
			defer func() { panics <- recover() }()
			Get(m, key1{1}, func(key1) int { <-release; panic("boom") })
		}()
		synctest.Wait()
		value := make(chan int, 1)
		go func() { value <- Get(m, key1{1}, func(key1) int { return 7 }) }()
		synctest.Wait()
		close(release)
		if p := <-panics; p != "boom" {
			t.Errorf("the caller got %v", p)
		}
		if v := <-value; v != 7 {
			t.Errorf("the waiter got %d", v)
		}
	})
}

// TestMemoForgetsOldSnapshots: every snapshot uses a working set of 1,000
// entries, more than the memo keeps on its own, and 3 new ones.
func TestMemoForgetsOldSnapshots(t *testing.T) {
	m := New()
	for i := range 1000 {
		m.Advance()
		for n := range 1000 {
			Get(m, key1{n}, func(key1) int {
				if i > 0 {
					t.Fatalf("entry %d of the working set was forgotten", n)
				}
				return n
			})
		}
		for n := range 3 {
			Get(m, key1{1000 + 3*i + n}, func(key1) int { return n })
		}
		if m.Len() > 2*(1000+3*recent)+6 { // twice what a sweep leaves, and the last ones
			t.Fatalf("%d entries after %d snapshots", m.Len(), i+1)
		}
	}
}

// TestMemoKeepsOtherUnits: who edits one unit a hundred times, with 20 new entries each
// time, finds what belongs to the others as it was.
func TestMemoKeepsOtherUnits(t *testing.T) {
	m := New()
	for n := range 1000 {
		Get(m, key1{n}, func(key1) int { return n })
	}
	for i := range 100 {
		m.Advance()
		for n := range 20 {
			Get(m, key1{1000 + 20*i + n}, func(key1) int { return n })
		}
	}
	for n := range 1000 {
		Get(m, key1{n}, func(key1) int { t.Errorf("entry %d was forgotten", n); return n })
	}
}

// TestMemoKeepsAFew: a small memo forgets nothing, so that a text that comes
// back costs nothing.
func TestMemoKeepsAFew(t *testing.T) {
	m := New()
	Get(m, key1{0}, func(key1) int { return 1 })
	for i := range 250 {
		m.Advance()
		Get(m, key1{i + 1}, func(key1) int { return 1 })
	}
	Get(m, key1{0}, func(key1) int { t.Error("forgotten"); return 1 })
}

func TestLoadSharesOneComputation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		var started atomic.Int32
		release := make(chan struct{})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				v, err := Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) {
					started.Add(1)
					<-release
					return 5, nil
				})
				if v != 5 || err != nil {
					t.Errorf("got %d, %v", v, err)
				}
			})
		}
		synctest.Wait()
		close(release)
		all.Wait()
		if started.Load() != 1 {
			t.Errorf("%d computations", started.Load())
		}
	})
}

// TestLoadCancel: a caller that leaves, even the first, stops nobody else; when
// all have left the computation is cancelled, and the next caller starts anew.
func TestLoadCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		stopped := make(chan struct{})
		release := make(chan struct{})
		slow := func(_ key1, ctx context.Context) (int, error) {
			select {
			case <-release:
				return 1, nil
			case <-ctx.Done():
				close(stopped)
				return 0, ctx.Err()
			}
		}
		call := func() (context.CancelFunc, chan error) {
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := Load(ctx, m, key1{1}, slow)
				done <- err
			}()
			synctest.Wait()
			return cancel, done
		}
		cancel1, done1 := call()
		cancel2, done2 := call()
		cancel1()
		if err := <-done1; !errors.Is(err, context.Canceled) {
			t.Errorf("the first got %v", err)
		}
		synctest.Wait()
		select {
		case <-stopped:
			t.Fatal("stopped although one waits")
		case err := <-done2:
			t.Fatalf("the second got %v", err)
		default:
		}
		cancel2()
		<-done2
		<-stopped
		if m.Len() != 0 {
			t.Error("the cancelled computation left an entry")
		}
		close(release)
		if v, err := Load(t.Context(), m, key1{1}, slow); v != 1 || err != nil {
			t.Errorf("afterwards: %d, %v", v, err)
		}
	})
}

// TestLoadWhileStopping: a caller that comes while a cancelled computation is
// still winding down gets a computation of its own, and its value stays.
func TestLoadWhileStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		windDown := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			_, _ = Load(ctx, m, key1{1}, func(_ key1, ctx context.Context) (int, error) {
				<-ctx.Done()
				<-windDown
				return 0, ctx.Err()
			})
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		v, err := Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) { return 2, nil })
		if v != 2 || err != nil {
			t.Errorf("got %d, %v", v, err)
		}
		close(windDown)
		synctest.Wait()
		if m.Len() != 1 {
			t.Error("the old computation removed the new entry")
		}
	})
}

func TestLoadErrorIsNotRemembered(t *testing.T) {
	m := New()
	broken := errors.New("broken")
	if _, err := Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) { return 0, broken }); err != broken {
		t.Errorf("got %v", err)
	}
	if v, err := Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) { return 3, nil }); v != 3 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}

func TestLoadPanicReachesAllWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		release := make(chan struct{})
		panics := make(chan string, 3)
		for range 3 {
			go func() {
				defer func() { panics <- fmt.Sprint(recover()) }()
				_, _ = Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) { <-release; panic("boom") })
			}()
		}
		synctest.Wait()
		close(release)
		for range 3 {
			if p := <-panics; !strings.HasPrefix(p, "boom\n") || !strings.Contains(p, "memo_test.go") {
				t.Errorf("panic %q lacks the value or the stack", p)
			}
		}
		if m.Len() != 0 {
			t.Error("the panic left an entry")
		}
	})
}

// TestLoadAfterGetPanics: both kinds of callers may share a key.
func TestLoadAfterGetPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		release := make(chan struct{})
		go func() {
			defer func() { _ = recover() }()
			Get(m, key1{1}, func(key1) int { <-release; panic("boom") })
		}()
		synctest.Wait()
		value := make(chan int, 1)
		go func() {
			v, _ := Load(t.Context(), m, key1{1}, func(key1, context.Context) (int, error) { return 4, nil })
			value <- v
		}()
		synctest.Wait()
		close(release)
		if v := <-value; v != 4 {
			t.Errorf("got %d", v)
		}
	})
}

// TestMemoUnderLoad is for the race detector.
func TestMemoUnderLoad(t *testing.T) {
	m := New()
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 300 {
				k := key1{(i * (g + 1)) % 600}
				if i%10 == 0 {
					m.Advance()
				}
				ctx, cancel := context.WithCancel(context.Background())
				if i%7 == 0 {
					go cancel()
				}
				v, err := Load(ctx, m, k, func(_ key1, ctx context.Context) (int, error) { return k.n, ctx.Err() })
				if err == nil && v != k.n {
					t.Errorf("key %d has %d", k.n, v)
				}
				if got := Get(m, k, func(key1) int { return k.n }); got != k.n {
					t.Errorf("key %d has %d", k.n, got)
				}
				cancel()
			}
		})
	}
	all.Wait()
}

// A slot remembers its last keys only, and one that is used again is a new one.
func TestDisplace(t *testing.T) {
	m := New()
	computed := ""
	get := func(key string) {
		m.Displace("slot", key, 2)
		Get(m, key, func(string) int { computed += key; return 0 })
	}
	for _, key := range []string{"a", "b", "a", "c", "a", "b"} {
		get(key)
	}
	Get(m, "other", func(string) int { return 0 })
	if computed != "abcb" || m.Len() != 3 {
		t.Errorf("computed %s, %d entries", computed, m.Len())
	}
	for range recent + few {
		m.Advance()
		for i := range few {
			Get(m, i, func(int) int { return 0 })
		}
	}
	if len(m.newest) != 0 {
		t.Errorf("the slot is remembered without entries: %v", m.newest)
	}
}

// What has not been used for the longest time goes first.
func TestHalve(t *testing.T) {
	m := New()
	for i := range 8 {
		Get(m, i, func(int) int { return i })
		m.Advance()
	}
	Get(m, 0, func(int) int { return 0 })
	m.Halve()
	for i := range 8 {
		made := false
		Get(m, i, func(int) int { made = true; return i })
		if want := 1 <= i && i <= 4; made != want {
			t.Errorf("%d is made again: %v, want %v", i, made, want)
		}
	}
}
