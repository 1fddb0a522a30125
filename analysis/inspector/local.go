package inspector

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Held returns by coordinate of grid dimension g which indices lo..hi of the
// array dimension that its axis distributes lie there.
func (n *Numbers) Held(l mapping.Layout, g int, lo, hi int64) ([]indexset.Indices, error) {
	if hi-lo >= mostIndices {
		return nil, errTooMany
	}
	var all indexset.Indices
	for i := lo; i <= hi; i++ {
		all = append(all, i)
	}
	return n.byOwner(l, g, all, nil)
}

// Holder returns the coordinate of grid dimension g that has an array whose axis
// is fixed there.
func (n *Numbers) Holder(l mapping.Layout, g int) (int, error) {
	owner, err := n.along(l, g, nil)
	if err != nil {
		return 0, err
	}
	return owner(0)
}

// Joint returns the extents of the joint grid, and the coordinates in it of each
// of the Processors.
func (n *Numbers) Joint() (extents []int, coordinates [][]int) {
	for _, p := range n.all {
		coordinates = append(coordinates, p.joint)
	}
	return n.joint, coordinates
}

// Rule is what one grid dimension says about the iterations of a loop.
type Rule struct {
	Dim     int    // of the joint grid, from 0
	Formula string // "j = max(2, block2*c2 + 1) : min(block2*(c2 + 1), n - 1)", "j with (j - 1) mod p = c"
	Block   string // "block2 = ceil(n/p2) = 64", or ""
	Shares  []indexset.Indices
}

// ruleKey is what a rule depends on.
type ruleKey struct {
	share        comm.ShareKey
	base         symbolic.Expr
	scale        int64
	index, fixed string
}

// Rules returns how the partition deals a loop's iterations out. Shares are the
// values of the loop's index, by coordinate; none where they cannot be listed.
func (n *Numbers) Rules(p *comm.Partition, l *comm.Loop, fixed map[string]float64) []Rule {
	var rules []Rule
	for _, s := range p.Shares.Of(l) {
		key := ruleKey{s.Key(), l.Base, l.Scale, indexOf(n.B, l), textOf(fixed)}
		r, known := n.rules[key]
		if !known || s.Place.Coord == 0 {
			r = n.rule(p, l, s, fixed)
			n.rules[key] = r
		}
		rules = append(rules, r)
	}
	return rules
}

func (n *Numbers) rule(p *comm.Partition, l *comm.Loop, s comm.Share, fixed map[string]float64) Rule {
	r := Rule{Dim: s.Axis, Formula: n.formula(l, s)}
	if s.Place.Coord != 0 {
		r.Block = n.Block(s.Place.Dim, s.Axis)
	}
	x := &executed{n: n, p: p, at: make([]int, len(n.joint)), values: n.at(nil, fixed)}
	lo, hi, err := x.bounds(l)
	if err != nil || hi-lo >= mostIndices {
		return r
	}
	var shares []indexset.Indices
	for c := range n.joint[s.Axis] {
		x.at[s.Axis] = c
		set, err := x.share(s, lo, hi)
		if err != nil {
			return r
		}
		values, err := n.values(l, set, fixed)
		if err != nil {
			return r
		}
		shares = append(shares, values)
	}
	r.Shares = shares
	return r
}

// values returns the source's indices of the x of a loop.
func (n *Numbers) values(l *comm.Loop, xs indexset.Indices, fixed map[string]float64) (indexset.Indices, error) {
	base, err := n.integer(l.Base, fixed)
	if err != nil || l.Scale == 0 {
		return nil, errUnknown
	}
	var out []int64
	for _, x := range xs {
		out = append(out, l.Scale*x+base)
	}
	return indexset.Sorted(out), nil
}

// formula says which iterations a share is, in terms of the coordinate.
func (n *Numbers) formula(l *comm.Loop, s comm.Share) string {
	b, a := n.B, n.B.A
	index := indexOf(b, l)
	if s.Place.Coord == 0 {
		return fmt.Sprintf("an even part of %s, as far as is known", index)
	}
	at := s.Place
	at.Dim = b.Named(at.Dim, s.Axis)
	if s.First == 0 {
		return fmt.Sprintf("%s with %s = %s", index, n.Text(at.Dim.Owner(b.AffineExpr(at.Sub))), n.Text(at.Coord))
	}
	first, last := b.BlockInterval(at)
	if l.Scale == 1 {
		return fmt.Sprintf("%s = %s : %s", index, n.Text(a.Add(first, l.Base)), n.Text(a.Add(last, l.Base)))
	}
	return fmt.Sprintf("%s = %s for %s = %s : %s", index, n.Text(l.Value(a)), l.Name, n.Text(first), n.Text(last))
}

// Owner returns in a formula which coordinate of grid dimension g has the
// elements of a layout, in the index of the array dimension that it distributes;
// and the formula and the value of the block size that it names, "" where it
// names none.
func (n *Numbers) Owner(l mapping.Layout, g int, index string) (formula, block string) {
	b, a := n.B, n.B.A
	axis, d := l.Axes[g], b.Named(l.DimOf(n.B.A, g), g)
	t := axis.Offset
	if axis.Kind == mapping.Aligned {
		t = a.Add(a.Mul(a.Int(axis.Scale), a.Sym(index, symbolic.Index)), axis.Offset)
	}
	return n.Text(d.Owner(t)), n.Block(l.DimOf(a, g), g)
}

// Block says what the name of a block size stands for: "block1 = ceil(n/p1) =
// 64"; "" where formulas have the number itself.
func (n *Numbers) Block(d mapping.Dim, g int) string {
	if n.B.Named(d, g).Format.Param == d.Format.Param {
		return ""
	}
	v, err := n.integer(d.BlockSize(), nil)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s = %s = %d", n.B.BlockName(g), n.Text(d.BlockSize()), v)
}

// indexOf names the source's index of a loop; the dimension of a section has
// none.
func indexOf(b *comm.Builder, l *comm.Loop) string {
	if l.Index != nil {
		return l.Index.Name
	}
	return "dimension " + strings.TrimPrefix(l.Name, "_")
}

// Ranges returns the bounds of a loop in the source's index, as formulas.
func Ranges(b *comm.Builder, l *comm.Loop) string {
	a := b.A
	first := a.Add(a.Mul(a.Int(l.Scale), l.Lo), l.Base)
	last := a.Add(a.Mul(a.Int(l.Scale), l.Hi), l.Base)
	text := fmt.Sprintf("%s = %s, %s", indexOf(b, l), text(b, first), text(b, last))
	if l.Scale != 1 {
		text += fmt.Sprintf(", %d", l.Scale)
	}
	return text
}

// On returns the value of an expression on a processor, by its place among the
// Processors.
func (n *Numbers) On(e symbolic.Expr, place int) (float64, error) {
	return n.Eval(e, n.all[place].values)
}

// Bounds returns the declared bounds of an array dimension, from 0.
func Bounds(b *comm.Builder, s *program.Symbol, dim int) (lo, hi symbolic.Expr) {
	return b.DeclaredBounds(s, dim)
}

// Guards returns the conditions on the processor that executes a statement.
func Guards(b *comm.Builder, p *comm.Partition) []string {
	var out []string
	for _, g := range p.Guards {
		out = append(out, b.A.String(g))
	}
	return out
}
