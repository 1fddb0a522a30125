// Package indexset holds sets of array indices as sections first:last:stride: the
// elements that a processor stores, executes or sends.
package indexset

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Indices is a set of indices of one array dimension, in ascending order.
type Indices []int64

// Section is a set of array elements that is a product: one set of indices per
// array dimension.
type Section []Indices

// Element is the section of one element.
func Element(subscripts []int64) Section {
	all, out := slices.Clone(subscripts), make(Section, len(subscripts))
	for d := range all {
		out[d] = all[d : d+1 : d+1]
	}
	return out
}

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

// Sorted returns the set of the values, each once.
func Sorted(values []int64) Indices {
	slices.Sort(values)
	return slices.Compact(values)
}

// appendKey writes the set, as steps from one index to the next.
func (x Indices) appendKey(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(len(x)))
	before := int64(0)
	for _, i := range x {
		key, before = binary.AppendVarint(key, i-before), i
	}
	return key
}

// Meet returns the common indices.
func (x Indices) Meet(y Indices) Indices {
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
		out[d] = s[d].Meet(t[d])
	}
	return out
}

// within reports whether t has all elements of s.
func (s Section) within(t Section) bool {
	for d, x := range s {
		if !x.within(t[d]) {
			return false
		}
	}
	return true
}

func (x Indices) within(y Indices) bool {
	if len(x) > len(y) || len(x) > 0 && (x[0] < y[0] || x[len(x)-1] > y[len(y)-1]) {
		return false
	}
	j := 0
	for _, i := range x {
		for j < len(y) && y[j] < i {
			j++
		}
		if j == len(y) || y[j] != i {
			return false
		}
	}
	return true
}

// Merged returns sections with the same elements in all, fewer where two differ
// in one dimension only or, of not too many, one lies in another.
func Merged(all []Section) []Section {
	if len(all) < 2 {
		return all
	}
	for d := range all[0] {
		all = mergedAlong(all, d)
	}
	if len(all) > compared {
		return all
	}
	var single []int // dimensions of which each section has one index
	for d := range all[0] {
		if !slices.ContainsFunc(all, func(s Section) bool { return len(s[d]) != 1 }) {
			single = append(single, d)
		}
	}
	alike := map[string][]int{} // sections that have the same indices there
	keys := make([]string, len(all))
	for i, s := range all {
		var key []byte
		for _, d := range single {
			key = s[d].appendKey(key)
		}
		keys[i] = string(key)
		alike[keys[i]] = append(alike[keys[i]], i)
	}
	var out []Section
	for i, s := range all {
		inner := slices.ContainsFunc(alike[keys[i]], func(k int) bool {
			return k < i && s.within(all[k]) || k > i && s.within(all[k]) && !all[k].within(s)
		})
		if !inner {
			out = append(out, s)
		}
	}
	return out
}

func mergedAlong(all []Section, d int) []Section {
	var out []Section
	var key []byte
	at, grown := map[string]int{}, map[int]bool{}
	for _, s := range all {
		key = key[:0]
		for other, set := range s {
			if other != d {
				key = set.appendKey(key)
			}
		}
		if i, known := at[string(key)]; known {
			if !grown[i] {
				out[i], grown[i] = slices.Clone(out[i]), true
				out[i][d] = slices.Clone(out[i][d])
			}
			out[i][d] = append(out[i][d], s[d]...)
			continue
		}
		at[string(key)] = len(out)
		out = append(out, s)
	}
	for i := range grown {
		out[i][d] = Sorted(out[i][d])
	}
	return out
}

// compared is how many sections are looked through for one inside another.
const compared = 256

// mostElements is how many elements of sections are counted one by one.
const mostElements = 1 << 17

// distinct counts the elements of sections one by one; false when they are too
// many for that.
func distinct(all []Section) (int64, bool) {
	seen := map[string]bool{}
	left := int64(mostElements)
	for _, s := range all {
		if left -= s.Elements(); left < 0 {
			return 0, false
		}
		s.each(nil, func(key []byte) { seen[string(key)] = true })
	}
	return int64(len(seen)), true
}

// each calls do with the indices of every element, as a key behind those of
// earlier dimensions.
func (s Section) each(key []byte, do func(key []byte)) {
	if len(s) == 0 {
		do(key)
		return
	}
	for _, i := range s[0] {
		s[1:].each(binary.AppendVarint(key, i), do)
	}
}

// joinable is how many overlapping sections are counted together by inclusion
// and exclusion.
const joinable = 10

// Union returns how many elements the sections have together; false when there
// are too many sections that overlap.
func Union(all []Section) (int64, bool) {
	if len(all) > joinable {
		return distinct(all)
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
