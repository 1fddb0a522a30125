package workspace

import (
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// directives remembers what directives say, by their sentinel, text and form. It
// is bounded as statements is.
type directives struct {
	mu         sync.Mutex
	young, old map[directiveKey]hpf.Reading // guarded by mu
}

type directiveKey struct {
	sentinel, text string
	form           fortran.Form
}

const directiveLimit = 1024 // directives of one generation

// read is the Read of a lower.Resolver.
func (c *directives) read(line fortran.Logical, read func(fortran.Logical) hpf.Reading) hpf.Reading {
	key := directiveKey{line.Sentinel, line.Text, line.Form}
	if r, ok := c.find(key); ok {
		return r
	}
	key.sentinel, key.text = strings.Clone(key.sentinel), strings.Clone(key.text)
	r := read(fortran.Logical{Sentinel: key.sentinel, Text: key.text, Form: key.form})
	c.keep(key, r)
	return r
}

func (c *directives) find(key directiveKey) (hpf.Reading, bool) {
	c.mu.Lock()
	r, ok := c.young[key]
	if !ok {
		r, ok = c.old[key]
	}
	c.mu.Unlock()
	return r, ok
}

func (c *directives) keep(key directiveKey, r hpf.Reading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young == nil || len(c.young) >= directiveLimit {
		c.young, c.old = map[directiveKey]hpf.Reading{}, c.young
	}
	c.young[key] = r
}
