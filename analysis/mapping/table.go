package mapping

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Table is the integer vector of a GEN_BLOCK or INDIRECT format whose values
// the program gives (HPF 2.0, approved extensions). Coordinate c, from 0, of
// GEN_BLOCK holds Values[c] consecutive indices; the index with place i, from 0,
// of INDIRECT lies on coordinate Values[i]-1. Its functions see offsets: a
// template index less the lower bound.
type Table struct {
	Name   string
	Kind   FormatKind
	Values []int64

	key    string
	starts []int64   // GEN_BLOCK: first offset of each coordinate, then the sum
	places [][]int64 // INDIRECT: the offsets of each coordinate, ascending
}

// NewTable prepares a table; negative block sizes count as 0, coordinates below
// 1 as nobody's.
func NewTable(name string, kind FormatKind, values []int64) *Table {
	t := &Table{Name: name, Kind: kind, Values: values, key: digest(kind, values)}
	if kind == GenBlock {
		t.starts = make([]int64, len(values)+1)
		for c, n := range values {
			t.starts[c+1] = t.starts[c] + max(0, n)
		}
		return t
	}
	for o, v := range values {
		if v < 1 || v > int64(len(values))+maxIdle {
			continue
		}
		for int64(len(t.places)) < v {
			t.places = append(t.places, nil)
		}
		t.places[v-1] = append(t.places[v-1], int64(o))
	}
	return t
}

// maxIdle bounds the coordinates that a table may name beyond its length, so
// that a wrong number costs no memory.
const maxIdle = 1 << 16

// Same reports whether both tables deal alike.
func (t *Table) Same(u *Table) bool {
	return t == u || t != nil && u != nil && t.Kind == u.Kind && slices.Equal(t.Values, u.Values)
}

// Owner returns the coordinate of an offset; -1 for nobody's.
func (t *Table) Owner(o int64) int64 {
	switch {
	case o < 0 || t.Kind == Indirect && o >= int64(len(t.Values)):
		return -1
	case t.Kind == Indirect:
		return t.Values[o] - 1
	case o >= t.starts[len(t.Values)]:
		return -1
	}
	return int64(sort.Search(len(t.Values), func(c int) bool { return t.starts[c+1] > o }))
}

// Problem says why the table does not deal n indices out to p processors; ""
// when it does.
func (t *Table) Problem(p, n int64) string {
	if t.Kind == GenBlock {
		for c, size := range t.Values {
			if size < 0 || size > 0 && int64(c) >= p {
				return fmt.Sprintf("element %d of %s gives %d indices to a processor that is none of the %d", c+1, t.Name, size, p)
			}
		}
		if sum := t.starts[len(t.Values)]; sum < n {
			return fmt.Sprintf("the blocks of %s hold %d of %d indices", t.Name, sum, n)
		}
		return ""
	}
	if int64(len(t.Values)) < n {
		return fmt.Sprintf("%s has %d elements for %d indices", t.Name, len(t.Values), n)
	}
	for i, v := range t.Values {
		if v < 1 || v > p {
			return fmt.Sprintf("element %d of %s is %d, which is none of the %d processors", i+1, t.Name, v, p)
		}
	}
	return ""
}

// start returns the first offset of a coordinate's block.
func (t *Table) start(c int64) int64 { return t.starts[min(max(0, c), int64(len(t.Values)))] }

// below returns how many offsets less than o coordinate c holds.
func (t *Table) below(c, o int64) int64 {
	switch {
	case t.Kind == GenBlock:
		return min(max(0, o-t.start(c)), t.start(c+1)-t.start(c))
	case c < 0 || c >= int64(len(t.places)):
		return 0
	}
	held := t.places[c]
	return int64(sort.Search(len(held), func(i int) bool { return held[i] >= o }))
}

// at returns the j-th offset, from 0, of coordinate c; -1 when it holds fewer.
func (t *Table) at(c, j int64) int64 {
	switch {
	case t.Kind == GenBlock:
		return t.start(c) + j
	case c < 0 || c >= int64(len(t.places)) || j < 0 || j >= int64(len(t.places[c])):
		return -1
	}
	return t.places[c][j]
}

// String returns the values, the first few of a long table.
func (t *Table) String() string {
	const shown = 8
	var parts []string
	for _, v := range t.Values[:min(shown, len(t.Values))] {
		parts = append(parts, strconv.FormatInt(v, 10))
	}
	if len(t.Values) > shown {
		parts = append(parts, "...")
	}
	return t.Name + " = " + strings.Join(parts, " ")
}

// Key identifies what the table deals to whom.
func (t *Table) Key() string { return t.key }

// digest is a short name for the values: formulas compare it often.
func digest(kind FormatKind, values []int64) string {
	h := sha256.New()
	for _, v := range append([]int64{int64(kind)}, values...) {
		h.Write(append(strconv.AppendInt(nil, v, 10), ' '))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// call makes an expression of a function of the table's.
func (t *Table) call(a *symbolic.Arena, what string, monotone []symbolic.Monotone, f func(x []float64) int64, args ...symbolic.Expr) symbolic.Expr {
	return a.Opaque(&symbolic.Function{
		Name: what + "_" + t.Name, Key: t.Key(), Result: symbolic.Index, Cost: 20, Monotone: monotone,
		Eval: func(x []float64) (float64, error) { return float64(f(x)), nil },
	}, args...)
}

func (t *Table) ownerOf(a *symbolic.Arena, o symbolic.Expr) symbolic.Expr {
	return t.call(a, "owner", nil, func(x []float64) int64 { return t.Owner(int64(x[0])) }, o)
}

// startOf is the first offset of GEN_BLOCK's coordinate c.
func (t *Table) startOf(a *symbolic.Arena, c symbolic.Expr) symbolic.Expr {
	rising := []symbolic.Monotone{symbolic.Increasing}
	return t.call(a, "start", rising, func(x []float64) int64 { return t.start(int64(x[0])) }, c)
}

func (t *Table) belowOf(a *symbolic.Arena, c, o symbolic.Expr) symbolic.Expr {
	rising := []symbolic.Monotone{symbolic.Unknown, symbolic.Increasing}
	return t.call(a, "below", rising, func(x []float64) int64 { return t.below(int64(x[0]), int64(x[1])) }, c, o)
}

func (t *Table) atOf(a *symbolic.Arena, c, j symbolic.Expr) symbolic.Expr {
	return t.call(a, "at", nil, func(x []float64) int64 { return t.at(int64(x[0]), int64(x[1])) }, c, j)
}

// Deal returns the owner of an offset as a function of the offset, the block
// size and the number of processors.
func (f Format) Deal() func(o, block, p int64) int64 {
	switch {
	case f.Numbers != nil:
		return func(o, _, _ int64) int64 { return f.Numbers.Owner(o) }
	case f.Kind == Cyclic:
		return func(o, k, p int64) int64 { return floorDiv(o, k) - p*floorDiv(floorDiv(o, k), p) }
	}
	return func(o, m, _ int64) int64 { return floorDiv(o, m) }
}

// floorDiv returns the floor of x/y; 0 for a divisor that is no size.
func floorDiv(x, y int64) int64 {
	switch {
	case y < 1:
		return 0
	case x < 0:
		return -((y - 1 - x) / y)
	}
	return x / y
}
