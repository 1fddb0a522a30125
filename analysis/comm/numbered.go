package comm

import (
	"encoding/binary"
	"sync"
)

// numbered is tables that formulas of an arena name by their numbers, from 1. They
// stay, so that a formula can be evaluated at any time, while others are added.
type numbered[T table] struct {
	mu     sync.RWMutex
	number map[string]int64 // by what they hold
	list   []T
}

// table has all that it holds in lists.
type table interface{ lists() [][]int64 }

// written is a table written down.
func written(t table) string {
	var key []byte
	for _, list := range t.lists() {
		key = binary.AppendUvarint(key, uint64(len(list)))
		for _, x := range list {
			key = binary.AppendVarint(key, x)
		}
	}
	return string(key)
}

// add returns the number of a table, the same for an equal one.
func (x *numbered[T]) add(v T) int64 {
	key := written(v)
	x.mu.Lock()
	defer x.mu.Unlock()
	n, known := x.number[key]
	if !known {
		x.list = append(x.list, v)
		n = int64(len(x.list))
		if x.number == nil {
			x.number = map[string]int64{}
		}
		x.number[key] = n
	}
	return n
}

// with returns the table of a number.
func (x *numbered[T]) with(number float64) (v T, known bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	n := int(number)
	if n < 1 || n > len(x.list) {
		return v, false
	}
	return x.list[n-1], true
}
