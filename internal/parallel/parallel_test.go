package parallel

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// Each thing is done once, on no more goroutines than that. (Mutations: one that begins
// at 1; more goroutines than workers.)
func TestEach(t *testing.T) {
	for _, c := range []struct{ n, workers int }{{0, 0}, {1, 0}, {100, 0}, {100, 1}, {3, 8}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			done := make([]atomic.Int32, c.n)
			var now, most atomic.Int32
			Each(c.n, c.workers, func(i int) {
				done[i].Add(1)
				for k := now.Add(1); k > most.Load(); {
					most.Store(k)
				}
				now.Add(-1)
			})
			for i := range done {
				if done[i].Load() != 1 {
					t.Errorf("%d is done %d times", i, done[i].Load())
				}
			}
			if c.workers == 1 && most.Load() > 1 {
				t.Errorf("%d at a time", most.Load())
			}
		})
	}
}

// A panic is one of the caller, and the others are done.
func TestPanicGoesOnInTheCaller(t *testing.T) {
	var done atomic.Int32
	defer func() {
		if v := recover(); v == nil || !strings.HasPrefix(fmt.Sprint(v), "broken") || done.Load() != 9 {
			t.Errorf("%v, %d of the others are done", v, done.Load())
		}
	}()
	Each(10, 2, func(i int) {
		if i == 4 {
			panic("broken")
		}
		done.Add(1)
	})
}

func TestErrors(t *testing.T) {
	odd := errors.New("odd")
	got := Errors(4, 2, func(i int) error {
		if i%2 == 1 {
			return odd
		}
		return nil
	})
	if fmt.Sprint(got) != "[<nil> odd <nil> odd]" {
		t.Error(got)
	}
}
