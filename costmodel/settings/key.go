package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Vectors is equal for settings with equal elements of vectors.
func (s Settings) Vectors() string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if ElementOf(name) != "" {
			fmt.Fprintf(&out, " %s=%v", name, s.Values[name])
		}
	}
	return out.String()
}

// Key is equal for settings with which one machine gives equal numbers: it has every
// choice but the machine, which stands for itself in a key.
func (s Settings) Key() string {
	key := fmt.Append(nil, s.Procs, s.Grid, s.Optimize != nil, s.Optimize, s.Reach, s.Soon, s.Totals, s.Program, s.Data, s.Again, s.Haste)
	if s.Counts != nil {
		key = fmt.Appendf(key, " counts %x", s.Counts.digest)
	}
	return string(appendValues(key, s.Values))
}

// ValuesKey is equal for equal values.
func ValuesKey(values map[string]float64) string { return string(appendValues(nil, values)) }

func appendValues(key []byte, values map[string]float64) []byte {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		key = append(append(append(key, ' '), name...), '=')
		key = strconv.AppendFloat(key, values[name], 'g', -1, 64)
	}
	return key
}
