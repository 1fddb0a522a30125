package comm

import (
	"fmt"
	"slices"
	"strings"
)

// Indices is a set of indices of one array dimension, in ascending order.
type Indices []int64

// Section is a set of array elements that is a product: one set of indices per
// array dimension.
type Section []Indices

// Elements returns how many elements the section has.
func (s Section) Elements() int64 {
	n := int64(1)
	for _, set := range s {
		n *= int64(len(set))
	}
	return n
}

// shown is how many parts of a set are written out.
const shown = 3

// String writes the set as Fortran's triplets: "3", "1:64", "1:99:2", or the
// intervals that it is made of, the first few of many: "1:2|9:10|17:18|..".
func (x Indices) String() string {
	if len(x) == 0 {
		return "none"
	}
	runs := x.runs()
	if step := x.step(); len(runs) == len(x) && len(x) > 2 && step > 0 {
		return fmt.Sprintf("%d:%d:%d", x[0], x[len(x)-1], step)
	}
	var parts []string
	for i, r := range runs {
		if i == shown {
			return strings.Join(parts, "|") + fmt.Sprintf("|..|%s", runText(runs[len(runs)-1]))
		}
		parts = append(parts, runText(r))
	}
	return strings.Join(parts, "|")
}

func runText(r [2]int64) string {
	if r[0] == r[1] {
		return fmt.Sprint(r[0])
	}
	return fmt.Sprintf("%d:%d", r[0], r[1])
}

// runs returns the maximal intervals, first and last index of each.
func (x Indices) runs() [][2]int64 {
	var out [][2]int64
	for _, i := range x {
		if n := len(out); n > 0 && out[n-1][1]+1 == i {
			out[n-1][1] = i
		} else {
			out = append(out, [2]int64{i, i})
		}
	}
	return out
}

// step returns the distance between neighbours where it is the same for all,
// else 0.
func (x Indices) step() int64 {
	if len(x) < 2 {
		return 0
	}
	step := x[1] - x[0]
	for i := range x[1:] {
		if x[i+1]-x[i] != step {
			return 0
		}
	}
	return step
}

// String writes the section as Fortran's subscripts: "2:64,65".
func (s Section) String() string {
	parts := make([]string, len(s))
	for d, set := range s {
		parts[d] = set.String()
	}
	return strings.Join(parts, ",")
}

// sorted returns the set of the values, each once.
func sorted(values []int64) Indices {
	slices.Sort(values)
	return slices.Compact(values)
}

func (x Indices) key() string { return fmt.Sprint([]int64(x)) }

// meet returns the common indices.
func (x Indices) meet(y Indices) Indices {
	var out Indices
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			out = append(out, x[i])
			i, j = i+1, j+1
		}
	}
	return out
}

func (s Section) meet(t Section) Section {
	out := make(Section, len(s))
	for d := range s {
		out[d] = s[d].meet(t[d])
	}
	return out
}

// within reports whether t has all elements of s.
func (s Section) within(t Section) bool {
	for d := range s {
		if len(s[d].meet(t[d])) < len(s[d]) {
			return false
		}
	}
	return true
}

// merged returns sections with the same elements in all, fewer where two differ
// in one dimension only or one lies in another.
func merged(all []Section) []Section {
	if len(all) == 0 {
		return nil
	}
	for d := range all[0] {
		all = mergedAlong(all, d)
	}
	var out []Section
	for i, s := range all {
		inner := slices.ContainsFunc(all[:i], s.within) || slices.ContainsFunc(all[i+1:], func(t Section) bool { return s.within(t) && !t.within(s) })
		if !inner {
			out = append(out, s)
		}
	}
	return out
}

func mergedAlong(all []Section, d int) []Section {
	var out []Section
	at := map[string]int{}
	for _, s := range all {
		parts := make([]string, len(s))
		for other, set := range s {
			if other != d {
				parts[other] = set.key()
			}
		}
		key := strings.Join(parts, ";")
		if i, known := at[key]; known {
			joined := slices.Clone(out[i])
			joined[d] = sorted(append(slices.Clone(out[i][d]), s[d]...))
			out[i] = joined
			continue
		}
		at[key] = len(out)
		out = append(out, s)
	}
	return out
}

// joinable is how many overlapping sections are counted together by inclusion
// and exclusion.
const joinable = 10

// union returns how many elements the sections have together; false when there
// are too many sections that overlap.
func union(all []Section) (int64, bool) {
	if len(all) > joinable {
		return 0, false
	}
	total := int64(0)
	for subset := 1; subset < 1<<len(all); subset++ {
		var common Section
		sign := int64(-1)
		for i, s := range all {
			if subset&(1<<i) == 0 {
				continue
			}
			sign = -sign
			if common == nil {
				common = s
			} else {
				common = common.meet(s)
			}
		}
		total += sign * common.Elements()
	}
	return total, true
}
