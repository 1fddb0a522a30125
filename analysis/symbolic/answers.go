package symbolic

import (
	"encoding/binary"
	"math"
	"sync"
)

// answers are the results of functions that take long, by what they were asked: a
// statement that has not been edited asks them the same again, and so does each
// processor with as many iterations as others. The zero answers is empty.
type answers struct {
	mu          sync.Mutex
	now, before map[question]float64 // guarded by mu
}

type question struct {
	fn   *Function
	args string
}

// costly is the cost of a function from which on remembering takes less than asking
// again.
const costly = 100

// mostAnswers is the number of answers after which those that are older, and were not
// asked for since, are forgotten.
const mostAnswers = 1 << 13

func (a *answers) get(fn *Function, args []float64) (float64, error) {
	var room [256]byte
	key := room[:0]
	for _, x := range args {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x))
	}
	if v, known := a.known(fn, key); known {
		return v, nil
	}
	v, err := fn.call(args)
	if err == nil {
		a.mu.Lock()
		a.put(question{fn, string(key)}, v)
		a.mu.Unlock()
	}
	return v, err
}

func (a *answers) known(fn *Function, key []byte) (float64, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if v, known := a.now[question{fn, string(key)}]; known {
		return v, true
	}
	v, known := a.before[question{fn, string(key)}]
	if known {
		a.put(question{fn, string(key)}, v)
	}
	return v, known
}

// put adds an answer; mu is held.
func (a *answers) put(key question, v float64) {
	if len(a.now) >= mostAnswers {
		a.before, a.now = a.now, nil
	}
	if a.now == nil {
		a.now = map[question]float64{}
	}
	a.now[key] = v
}
