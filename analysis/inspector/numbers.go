// Package inspector makes closed forms concrete, as an inspector does at run time: for
// given sizes and an arrangement of processors it lists who owns and executes what, and
// which processor sends which elements to whom.
package inspector

import (
	"errors"
	"math"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Numbers makes the findings of a builder concrete: for one arrangement and one
// value of every size it lists iterations, elements and the pairs of processors
// that exchange them. It builds expressions in the builder's arena, so it must
// not be used concurrently with it.
type Numbers struct {
	B         *comm.Builder
	Grid      []int                     // extents of the arrangement
	Value     func(name string) float64 // of every symbol but coordinates and loop indices
	Subscript Subscript                 // of what no formula gives; nil: unknown
	Visited   int                       // iterations that all listings have visited one by one

	names  []string // of the coordinates
	all    []processor
	first  map[string]int // of these, by their coordinates in the joint grid; nil: not asked for yet
	joint  []int          // extents of the joint grid
	rules  map[ruleKey]Rule
	shares map[executedKey]*executed
	owners map[mapping.Dim]func(int64) (int, error)
	dealt  map[dealtKey][]indexset.Indices
	pairs  map[string][]Pair // by pairsKey
	inputs []float64         // room for those of a tape
	steps  int               // iterations visited one by one so far
}

// processor is one processor: its coordinates in the first arrangement, and in
// the joint grid of all of them.
type processor struct {
	own, joint []int
	values     local // of its coordinates
}

// NewNumbers returns the numbers for an arrangement with the given extents. The
// error is that the coordinates in another arrangement have no values.
func NewNumbers(b *comm.Builder, grid []int, value func(string) float64) (*Numbers, error) {
	n := &Numbers{
		B: b, Grid: grid, Value: value, rules: map[ruleKey]Rule{}, shares: map[executedKey]*executed{},
		owners: map[mapping.Dim]func(int64) (int, error){}, dealt: map[dealtKey][]indexset.Indices{}, pairs: map[string][]Pair{},
	}
	if b.Grid == nil {
		n.all = []processor{{}}
		return n, nil
	}
	n.names = b.Grid.Coordinates()
	for _, extent := range b.Joint.Extents {
		e, err := n.integer(extent, nil)
		if err != nil {
			return nil, err
		}
		if e < 1 || e > 1<<20 {
			return nil, errExtent
		}
		n.joint = append(n.joint, int(e))
	}
	for _, own := range n.Processors() {
		p := processor{own: own, values: n.at(own, nil)}
		for _, c := range b.Coords {
			v, err := n.integer(c, p.values)
			if err != nil {
				return nil, err
			}
			p.joint = append(p.joint, int(v))
		}
		n.all = append(n.all, p)
	}
	return n, nil
}

// The limits of what is listed.
const (
	mostIndices = 1 << 20 // of one loop
	mostSteps   = 1 << 17 // iterations visited one by one
)

var (
	errTooMany = errors.New("too many iterations to list them")
	errUnknown = errors.New("known at run time only")
	errSeveral = errors.New("each iteration of a loop has posted one of its own")
	errExtent  = errors.New("the extents of an arrangement are not known")
)

// local are the values of coordinates and loop indices.
type local map[string]float64

// at returns the values of the coordinates of a processor, beside fixed ones.
func (n *Numbers) at(processor []int, fixed map[string]float64) local {
	values := local{}
	for name, v := range fixed {
		values[name] = v
	}
	for g, c := range processor {
		values[n.names[g]] = float64(c)
	}
	return values
}

// Eval returns the value of an expression where loop indices, or coordinates,
// have the given values.
func (n *Numbers) Eval(e symbolic.Expr, values map[string]float64) (float64, error) {
	t := n.B.Tapes.Compile(n.B.A, e)
	in := n.inputs[:0]
	for _, s := range t.Inputs() {
		v, known := values[s.Name]
		if !known {
			v = n.Value(s.Name)
		}
		if s.Type == symbolic.Index {
			v = math.Trunc(v)
		}
		in = append(in, v)
	}
	n.inputs = in
	var out [1]float64
	err := t.Eval(in, out[:])
	return out[0], err
}

// Text returns an expression as text.
func (n *Numbers) Text(e symbolic.Expr) string { return text(n.B, e) }

func text(b *comm.Builder, e symbolic.Expr) string {
	text, known := b.Texts[e]
	if !known {
		text = b.A.String(e)
		b.Texts[e] = text
	}
	return text
}

func (n *Numbers) integer(e symbolic.Expr, values local) (int64, error) {
	v, err := n.Eval(e, values)
	if err == nil && (math.IsNaN(v) || math.Abs(v) > 1<<53) {
		err = errUnknown
	}
	return int64(v), err
}

// owner returns who owns the template indices of a grid dimension.
func (n *Numbers) owner(d mapping.Dim) func(int64) (int, error) {
	if known := n.owners[d]; known != nil {
		return known
	}
	const index = "index of the template"
	e := d.In(n.B.A).Owner(n.B.A.Sym(index, symbolic.Index))
	tape := n.B.A.Compile(e)
	in, at := make([]float64, len(tape.Inputs())), -1
	for i, s := range tape.Inputs() {
		if s.Name == index {
			at = i
		} else {
			in[i] = math.Trunc(n.Value(s.Name))
		}
	}
	seen := map[int64]int{}
	owner := func(t int64) (int, error) {
		if c, known := seen[t]; known {
			return c, nil
		}
		if at >= 0 {
			in[at] = float64(t)
		}
		var out [1]float64
		err := tape.Eval(in, out[:])
		if err == nil && len(seen) < mostIndices {
			seen[t] = int(out[0])
		}
		return int(out[0]), err
	}
	n.owners[d] = owner
	return owner
}

// Processors returns the coordinates of all processors, the first dimension
// fastest.
func (n *Numbers) Processors() [][]int {
	all := [][]int{nil}
	for _, extent := range n.Grid {
		var next [][]int
		for c := range extent {
			for _, p := range all {
				next = append(next, append(append([]int(nil), p...), c))
			}
		}
		all = next
	}
	return all
}

// dealtKey is what the deal of a loop's iterations depends on.
type dealtKey struct {
	dim           mapping.Dim
	scale, offset int64
	lo, hi        int64
}

// deal returns by coordinate the x in lo..hi whose template index scale*x +
// offset it owns.
func (n *Numbers) deal(key dealtKey, coordinates int) ([]indexset.Indices, error) {
	if known := n.dealt[key]; known != nil {
		return known, nil
	}
	if key.hi-key.lo >= mostIndices {
		return nil, errTooMany
	}
	owner := n.owner(key.dim)
	out := make([]indexset.Indices, coordinates)
	for x := key.lo; x <= key.hi; x++ {
		c, err := owner(key.scale*x + key.offset)
		if err != nil {
			return nil, err
		}
		if c >= 0 && c < coordinates {
			out[c] = append(out[c], x)
		}
	}
	n.dealt[key] = out
	return out, nil
}
