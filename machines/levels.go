package machines

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/internal/tomltree"
)

// Level is a cache that stands before the last one.
type Level struct {
	Name    string // "L1"
	numbers map[string]Number
}

// levels reads the caches before the last one, the first one first.
func (r *reader) levels(table *tomltree.Node, defaults Number) []Level {
	f := table.Get(levelsKey.Name)
	switch {
	case f == nil:
		return nil
	case f.Value.Kind != tomltree.Array:
		r.WrongType(f.Value, levelsKey.Name, "an array of tables")
		return nil
	}
	var levels []Level
	size := 0.0
	for i, item := range f.Value.Items {
		if item.Kind != tomltree.Table {
			r.WrongType(item, "a level", "a table")
			continue
		}
		l := r.level(item, defaults, i)
		if bytes := l.numbers["bytes"].Value; bytes <= size {
			r.Errorf(valueSpan(item, "bytes"), "not-ascending", "%s holds %v bytes; the cache before it holds %v", l.Name, bytes, size)
		} else {
			size = bytes
		}
		levels = append(levels, l)
	}
	last := table.Get("cache_bytes")
	if last == nil {
		return levels
	}
	if c, ok := r.parameter(table, required("cache_bytes", count, ""), defaults); ok && c.Value <= size {
		r.Errorf(last.Span, "not-ascending", "cache_bytes is %v; it is the last cache, and one before it holds %v", c.Value, size)
	}
	return levels
}

func (r *reader) level(item *tomltree.Node, defaults Number, i int) Level {
	defaults = r.origin(item, defaults)
	l := Level{Name: r.Text(item, levelNames.Name), numbers: map[string]Number{}}
	if l.Name == "" {
		l.Name = fmt.Sprintf("L%d", i+1)
	}
	for _, k := range levelKeys {
		if n, ok := r.parameter(item, k, defaults); ok {
			l.numbers[k.Name] = n
		}
	}
	r.require(item, "a level", levelKeys)
	r.Unknown(item, names([]tomltree.Key{levelNames}, described(levelKeys), originKeys))
	return l
}

// overlapping checks that a processor whose times overlap has the numbers that
// this takes.
func (r *reader) overlapping(table *tomltree.Node, c *Component) {
	if f := table.Get("composition"); f != nil && c.Composition != compositions[0] {
		for _, name := range []string{"issue_s", "add_latency_s", "misprediction_s"} {
			if _, ok := c.numbers[name]; !ok {
				r.Warnf(f.Span, "missing-key", "composition = %q without %s: it counts as 0", c.Composition, name)
			}
		}
	}
	if f := table.Get("vectorizes"); f != nil && c.Vectorizes != vectorizes[0] {
		if _, ok := c.numbers["vector_bytes"]; !ok {
			r.Warnf(f.Span, "no-effect", "vectorizes has no effect without vector_bytes")
		}
	}
}

// consistent checks what one component asks of another.
func (r *reader) consistent(root *tomltree.Node, m *Machine) {
	if len(m.Levels) > 0 && m.Misses == "counters" {
		r.Errorf(root.Span, "unknown-choice", "misses = \"counters\" is for one cache; this machine has %d", len(m.Levels)+1)
	}
}

func (c *Component) levelNumber(rest string) (Number, bool) {
	index, key, _ := strings.Cut(rest, ".")
	i, err := strconv.Atoi(index)
	if err != nil || i < 1 || i > len(c.Levels) || index != strconv.Itoa(i) {
		return Number{}, false
	}
	n, ok := c.Levels[i-1].numbers[key]
	return n, ok
}

func (c *Component) levelNames() []string {
	var names []string
	for i, l := range c.Levels {
		for key := range l.numbers {
			names = append(names, fmt.Sprintf("levels.%d.%s", i+1, key))
		}
	}
	return names
}
