package symbolic

import (
	"slices"
	"sync"
)

// latest is what a tape was evaluated to last.
type latest struct {
	mu      sync.Mutex
	in, out []float64 // guarded by mu
}

// EvalAgain is Eval where the same values are given again and again: those of a
// statement that has not been edited are the same at each keystroke.
func (t *Tape) EvalAgain(in, out []float64) error {
	l := &t.latest
	l.mu.Lock()
	known := l.out != nil && len(out) == len(l.out) && slices.Equal(in, l.in)
	if known {
		copy(out, l.out)
	}
	l.mu.Unlock()
	if known {
		return nil
	}
	if err := t.Eval(in, out); err != nil {
		return err
	}
	l.mu.Lock()
	l.in, l.out = slices.Clone(in), slices.Clone(out)
	l.mu.Unlock()
	return nil
}
