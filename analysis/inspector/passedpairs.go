package inspector

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
)

// passed lists the messages of a statement of the program, by receiver, then by
// sender. Of a collective operation all processors take part.
func (n *Numbers) passed(c *comm.Communication, fixed map[string]float64) ([]Pair, error) {
	if c.Passed.Partners.Several {
		return nil, errSeveral
	}
	if c.Passed.Partner == 0 || c.Partners != 0 {
		return nil, errUnknown
	}
	byPlace := map[int][]int{}
	for _, p := range n.all {
		byPlace[n.place(p.own)] = p.own
	}
	var out []Pair
	for _, p := range n.all {
		var v [3]int64
		for i, e := range []symbolic.Expr{c.Passed.Partner, c.Passed.Taken, c.Elements} {
			var err error
			if v[i], err = n.integer(e, n.at(p.own, fixed)); err != nil {
				return nil, err
			}
		}
		partner, known := byPlace[int(v[0])]
		switch {
		case v[1] == 0 || v[2] == 0 || !known:
		case c.Kind == comm.Send:
			out = append(out, Pair{From: p.own, To: partner, Elements: v[2]})
		default:
			out = append(out, Pair{From: partner, To: p.own, Elements: v[2]})
		}
	}
	n.sort(out)
	return out, nil
}
