package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
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

// dominant writes the terms and where they hold; nothing where the exact formula is as
// short, or where no few terms come close.
func (n *numbers) dominant(busy func() (*symbolic.Arena, symbolic.Expr), exact report.Formula) report.Formula {
	return sync.OnceValue(func() string {
		if len(exact.String()) <= mostReadable {
			return ""
		}
		a, total := busy()
		d := newDominant(a, total, n.env)
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
	left  int64              // loop bodies that may still be evaluated for them
}

// mostDominant bounds what the terms are searched with: about a second.
const mostDominant = 1 << 20

func newDominant(a *symbolic.Arena, e symbolic.Expr, env map[string]float64) *dominant {
	d := &dominant{a: a, tape: a.Compile(e), env: env, least: map[string]float64{}, known: map[string]float64{}, left: mostDominant}
	here := d.at(nil)
	weight := map[string]float64{}
	for _, s := range d.tape.Inputs() {
		if s.Type == symbolic.Index && env[s.Name] > 1 && comm.VectorName(s.Name) == "" {
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
	if err := d.tape.EvalCoarse(in, out[:], &d.left); err != nil {
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
