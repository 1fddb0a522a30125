package settings

import (
	"fmt"
	"maps"
	"slices"
	"sort"
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
	names := make([]string, 0, len(s.Values))
	for name := range s.Values {
		names = append(names, name)
	}
	sort.Strings(names)
	key := fmt.Sprint(s.Procs, s.Grid, s.Optimize != nil, s.Optimize, s.Reach, s.Soon, s.Totals)
	if s.Counts != nil {
		key += fmt.Sprintf(" counts %x", s.Counts.digest)
	}
	for _, name := range names {
		key += fmt.Sprintf(" %s=%v", name, s.Values[name])
	}
	return key
}
