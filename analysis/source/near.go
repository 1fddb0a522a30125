package source

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns the words that are likely to be meant by a wrong one, the
// nearest first, at most three: at most a third of the letters differ.
func Nearest(wrong string, words []string) []string {
	type near struct {
		word     string
		distance int
	}
	var all []near
	for _, w := range words {
		d := distance(strings.ToLower(wrong), strings.ToLower(w))
		if d > 0 && d <= max(1, len(wrong)/3) && d < len(wrong) {
			all = append(all, near{w, d})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, n := range all[:min(3, len(all))] {
		if n.distance == all[0].distance {
			out = append(out, n.word)
		}
	}
	return out
}

// distance counts the letters that must be inserted, left out, replaced or
// swapped with their neighbour to make b of a.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now := make([]int, len(b)+1)
		now[0] = i
		for j := 1; j <= len(b); j++ {
			differs := 1
			if a[i-1] == b[j-1] {
				differs = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+differs)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last = last, now
	}
	return last[len(b)]
}
