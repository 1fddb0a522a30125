package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// A formula with all cases, blocks and segments of messages is exact and too long to
// be read. dominant finds the few terms c * n^a * p^b that come within 2% of it near
// the present sizes, and how far that holds.

const (
	closeTo      = 0.02
	mostTerms    = 5
	mostReadable = 160 // characters
	mostSizes    = 4   // symbols that terms are made of
	farthestSize = 12  // doublings that a range is followed for
)

// around are the factors of each size that the terms must hold for, the widest
// neighbourhood first.
var around = [][]float64{{0.5, 0.71, 1, 1.41, 2}, {0.75, 0.87, 1, 1.15, 1.3}, {0.9, 0.95, 1, 1.05, 1.1}}

// dominant writes the terms and where they hold; nothing where the formula is as
// short, or where no few terms come close.
func (n *numbers) dominant() report.Formula {
	exact := n.out.Formula
	return sync.OnceValue(func() string {
		if len(exact.String()) <= mostReadable {
			return ""
		}
		f := &formulaBuilder{n: n, a: symbolic.NewArena(), wanted: func(*process.Leaf) bool { return true }}
		d := newDominant(f.a, f.term(n.m.terms.Body), n.env)
		for g, at := range n.result.Reference {
			if name := extentName(n.m, g); name != "" {
				d.least[name] = float64(at + 1)
			}
		}
		return d.text()
	})
}

// dominant is a formula that is read by its largest terms.
type dominant struct {
	a     *symbolic.Arena
	tape  *symbolic.Tape
	env   map[string]float64
	sizes []string           // that it depends on most
	least map[string]float64 // value of a size
	known map[string]float64 // values of the formula
}

func newDominant(a *symbolic.Arena, e symbolic.Expr, env map[string]float64) *dominant {
	d := &dominant{a: a, tape: a.Compile(e), env: env, least: map[string]float64{}, known: map[string]float64{}}
	here := d.at(nil)
	weight := map[string]float64{}
	for _, s := range d.tape.Inputs() {
		if s.Type == symbolic.Index && env[s.Name] > 1 {
			there := d.at(map[string]float64{s.Name: 2 * env[s.Name]})
			if weight[s.Name] = math.Abs(math.Log(there / here)); weight[s.Name] > closeTo/4 {
				d.sizes = append(d.sizes, s.Name)
			}
		}
	}
	slices.SortFunc(d.sizes, strings.Compare)
	slices.SortStableFunc(d.sizes, func(x, y string) int {
		if weight[x] > weight[y] {
			return -1
		}
		return 1
	})
	d.sizes = d.sizes[:min(len(d.sizes), mostSizes)]
	slices.Sort(d.sizes)
	return d
}

// at is the value of the formula for other sizes, not a number where it has none.
func (d *dominant) at(sizes map[string]float64) float64 {
	var in []float64
	key := ""
	for _, s := range d.tape.Inputs() {
		v, other := sizes[s.Name]
		if !other {
			v = d.env[s.Name]
		}
		in = append(in, v)
		key += strconv.FormatFloat(v, 'g', -1, 64) + " "
	}
	if v, ok := d.known[key]; ok {
		return v
	}
	var out [1]float64
	if err := d.tape.EvalCoarse(in, out[:]); err != nil {
		out[0] = math.NaN()
	}
	d.known[key] = out[0]
	return out[0]
}

// place is sizes and the value of the formula there.
type place struct {
	sizes map[string]float64
	value float64
}

// points are the sizes within a neighbourhood: along each, and all together.
func (d *dominant) points(factors []float64) []place {
	var all []place
	add := func(sizes map[string]float64) {
		if v := d.at(sizes); v > 0 && !math.IsInf(v, 0) {
			all = append(all, place{sizes, v})
		}
	}
	combine := func(pick func(i int) float64) {
		sizes := map[string]float64{}
		for i, s := range d.sizes {
			sizes[s] = max(d.least[s], 1, math.Round(d.env[s]*pick(i)))
		}
		add(sizes)
	}
	n := len(factors)
	for k, f := range factors {
		for i := range d.sizes {
			combine(func(j int) float64 {
				if i == j {
					return f
				}
				return 1
			})
			combine(func(j int) float64 { return factors[(k+(i+1)*j)%n] })
			combine(func(j int) float64 { return factors[(k+n-1-(i*j)%n)%n] })
		}
	}
	return all
}

// monomial is the exponents of the sizes.
type monomial []int

func (m monomial) at(d *dominant, sizes map[string]float64) float64 {
	v := 1.0
	for i, e := range m {
		v *= math.Pow(sizes[d.sizes[i]], float64(e))
	}
	return v
}

// monomials are those that costs are made of: powers of sizes up to the third, and
// of numbers of processors down to the inverse.
func (d *dominant) monomials() []monomial {
	all := []monomial{nil}
	for _, s := range d.sizes {
		var next []monomial
		_, extent := d.least[s]
		for _, m := range all {
			from, to := 0, 3
			if extent {
				from, to = -1, 1
			}
			for e := from; e <= to; e++ {
				next = append(next, append(slices.Clone(m), e))
			}
		}
		all = next
	}
	return all
}

// text is the terms with the ranges in which they hold.
func (d *dominant) text() string {
	if len(d.sizes) == 0 {
		return ""
	}
	for _, factors := range around {
		points := d.points(factors)
		if len(points) < 3 {
			continue
		}
		if terms, weights := d.fit(points); terms != nil {
			formula := d.formula(terms, weights)
			if len(formula) <= mostReadable {
				return formula + ", within 2% for " + d.ranges(terms, weights)
			}
		}
	}
	return ""
}

// fit chooses terms one after the other, each the one that comes closest with those
// before, until they are close enough at all points.
func (d *dominant) fit(points []place) ([]monomial, []float64) {
	candidates := d.monomials()
	columns := make([][]float64, len(candidates))
	for i, m := range candidates {
		for _, p := range points {
			columns[i] = append(columns[i], m.at(d, p.sizes)/p.value)
		}
	}
	var chosen []int
	for len(chosen) < mostTerms {
		best, next := math.Inf(1), -1
		var with []float64
		for i := range candidates {
			if slices.Contains(chosen, i) {
				continue
			}
			weights := leastSquares(columns, append(slices.Clone(chosen), i))
			if off := misfit(columns, append(slices.Clone(chosen), i), weights); weights != nil && off < best {
				best, next, with = off, i, weights
			}
		}
		if next < 0 {
			return nil, nil
		}
		if chosen = append(chosen, next); best <= closeTo {
			var terms []monomial
			for _, i := range chosen {
				terms = append(terms, candidates[i])
			}
			return terms, with
		}
	}
	return nil, nil
}

// misfit is how far the sum of weighted columns is from 1 anywhere.
func misfit(columns [][]float64, chosen []int, weights []float64) float64 {
	if weights == nil {
		return math.Inf(1)
	}
	worst := 0.0
	for row := range columns[chosen[0]] {
		sum := -1.0
		for k, i := range chosen {
			sum += weights[k] * columns[i][row]
		}
		worst = max(worst, math.Abs(sum))
	}
	return worst
}

// leastSquares weighs columns so that their sum is 1 in all rows, as far as it can;
// nil where a weight would not be positive: costs are sums.
func leastSquares(columns [][]float64, chosen []int) []float64 {
	n := len(chosen)
	m := make([][]float64, n)
	for j := range m {
		m[j] = make([]float64, n+1)
		for row, x := range columns[chosen[j]] {
			for k := range n {
				m[j][k] += x * columns[chosen[k]][row]
			}
			m[j][n] += x
		}
	}
	for j := range n {
		if math.Abs(m[j][j]) < 1e-12*math.Abs(m[j][n]) || m[j][j] == 0 {
			return nil
		}
		for i := range n {
			if by := m[i][j] / m[j][j]; i != j {
				for k := j; k <= n; k++ {
					m[i][k] -= by * m[j][k]
				}
			}
		}
	}
	weights := make([]float64, n)
	for j := range n {
		if weights[j] = m[j][n] / m[j][j]; !(weights[j] > 0) {
			return nil
		}
	}
	return weights
}

// formula writes the terms, the largest here first.
func (d *dominant) formula(terms []monomial, weights []float64) string {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if weights[i]*terms[i].at(d, d.env) > weights[j]*terms[j].at(d, d.env) {
			return -1
		}
		return 1
	})
	var sum []string
	for _, i := range order {
		above, below := fmt.Sprintf("%.3g", weights[i]), ""
		for k, e := range terms[i] {
			switch s := d.sizes[k]; {
			case e == 1:
				above += "*" + s
			case e > 1:
				above += fmt.Sprintf("*%s^%d", s, e)
			case e < 0:
				below += "/" + s
			}
		}
		sum = append(sum, above+below)
	}
	return strings.Join(sum, " + ")
}

// ranges are how far each size may go, the others as they are.
func (d *dominant) ranges(terms []monomial, weights []float64) string {
	var all []string
	for _, s := range d.sizes {
		low, high := d.reach(terms, weights, s, 0.5), d.reach(terms, weights, s, 2)
		all = append(all, fmt.Sprintf("%s = %.0f..%.0f", s, low, high))
	}
	return strings.Join(all, ", ")
}

// reach is how far a size may go, doubled or halved again and again.
func (d *dominant) reach(terms []monomial, weights []float64, s string, factor float64) float64 {
	last := d.env[s]
	for range farthestSize {
		near := last
		for _, part := range []float64{0.25, 0.5, 0.75, 1} {
			far := math.Round(last * math.Pow(factor, part))
			if far < max(1, d.least[s]) || !d.holds(terms, weights, s, far) {
				return d.edge(terms, weights, s, near, max(far, 1, d.least[s]))
			}
			near = far
		}
		last = near
	}
	return last
}

// edge is the last size for which the terms hold, between one for which they do and
// one for which they may not.
func (d *dominant) edge(terms []monomial, weights []float64, s string, near, far float64) float64 {
	for {
		mid := math.Round((near + far) / 2)
		switch {
		case mid == near || mid == far:
			return near
		case d.holds(terms, weights, s, mid):
			near = mid
		default:
			far = mid
		}
	}
}

func (d *dominant) holds(terms []monomial, weights []float64, s string, to float64) bool {
	sizes := map[string]float64{}
	for _, name := range d.sizes {
		sizes[name] = d.env[name]
	}
	sizes[s] = to
	sum := 0.0
	for i, m := range terms {
		sum += weights[i] * m.at(d, sizes)
	}
	exact := d.at(sizes)
	return math.Abs(sum-exact) <= closeTo*exact
}
