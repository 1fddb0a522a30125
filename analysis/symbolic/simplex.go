package symbolic

import "slices"

// maxPivots bounds one linear programme; past it the alternative is kept.
const maxPivots = 200

// mixtureExists tells whether weights w >= 0 with sum 1 make every row's
// weighted sum non-negative. It is phase one of the simplex method on exact
// rationals with Bland's rule.
func mixtureExists(rows [][]num) bool {
	for _, r := range rows {
		if !slices.ContainsFunc(r, func(k num) bool { return k.sign() >= 0 }) {
			return false
		}
	}
	t := newTableau(rows)
	for range maxPivots {
		col := t.entering()
		if col < 0 {
			break
		}
		row := t.leaving(col)
		if row < 0 {
			return false
		}
		t.pivot(row, col)
	}
	return t.cost[len(t.cost)-1].isZero()
}

// tableau holds the constraints sum(row*w) - slack = 0, slack >= 0 and
// sum(w) + artificial = 1; the cost row minimises the artificial variable.
type tableau struct {
	rows  [][]num // last column: right-hand side
	basis []int
	cost  []num
}

func newTableau(rows [][]num) *tableau {
	n := len(rows[0])
	width := n + len(rows) + 2
	t := &tableau{cost: make([]num, width)}
	cells := make([]num, (len(rows)+1)*width)
	for i := range cells {
		cells[i] = zero
	}
	blankRow := func() []num {
		row := cells[:width:width]
		cells = cells[width:]
		return row
	}
	for i, r := range rows { // slack = sum(row*w): basic from the start, at 0
		x := blankRow()
		for j := range r {
			x[j] = r[j].neg()
		}
		x[n+i] = one
		t.rows = append(t.rows, x)
		t.basis = append(t.basis, n+i)
	}
	last := blankRow()
	for j := range n {
		last[j] = one
	}
	last[width-2], last[width-1] = one, one
	t.rows = append(t.rows, last)
	t.basis = append(t.basis, width-2)
	for j := range t.cost { // cost of the artificial variable, priced out
		t.cost[j] = last[j]
	}
	t.cost[width-2] = zero
	return t
}

// entering is the first column that lowers the cost.
func (t *tableau) entering() int {
	for j := range len(t.cost) - 1 {
		if t.cost[j].sign() > 0 {
			return j
		}
	}
	return -1
}

// leaving is the row of the smallest ratio, ties by the smallest basic variable.
func (t *tableau) leaving(col int) int {
	best, ratio := -1, zero
	for i, r := range t.rows {
		if r[col].sign() <= 0 {
			continue
		}
		q := r[len(r)-1].mul(r[col].inv())
		if c := q.cmp(ratio); best < 0 || c < 0 || c == 0 && t.basis[i] < t.basis[best] {
			best, ratio = i, q
		}
	}
	return best
}

func (t *tableau) pivot(row, col int) {
	p := t.rows[row]
	inv := p[col].inv()
	for j := range p {
		p[j] = p[j].mul(inv)
	}
	for i, r := range t.rows {
		if i != row {
			eliminate(r, p, r[col])
		}
	}
	eliminate(t.cost, p, t.cost[col])
	t.basis[row] = col
}

// eliminate subtracts k*p from r.
func eliminate(r, p []num, k num) {
	if k.isZero() {
		return
	}
	for j := range r {
		if !p[j].isZero() {
			r[j] = r[j].sub(k.mul(p[j]))
		}
	}
}
