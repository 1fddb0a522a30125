package calculus

// Where the work on a resource is a sum over the indices of a loop, most of which put
// none on it, a list of all resources takes their number times the iterations. Going
// through the loads once, by runs of equal iterations, puts each where it belongs.

// mostSummed is up to how many resources the sums are quick enough.
const mostSummed = 1 << 12

// stepsPerResource is how many steps going through the loads may take for each
// resource: what one evaluation of a sum takes at least.
const stepsPerResource = 64

// spread lists the work on the resources from 0 to last by going through the loads;
// false where they are few, that takes longer than the sums of At, or something has no value.
func (c *Calculus) spread(v Vector, env map[string]float64, last int64) ([]Run, bool) {
	if last <= mostSummed {
		return nil, false
	}
	var all Serial
	for _, l := range v {
		var t Term = &Delay{Array: l.Array, Resource: l.At, Amount: l.Amount}
		for i := len(l.Over) - 1; i >= 0; i-- {
			t = &SerialOver{Index: l.Over[i].Index, Lo: l.Over[i].Lo, Hi: l.Over[i].Hi, Body: t}
		}
		all.Terms = append(all.Terms, t)
	}
	nowhere := func(*Delay) int { return -1 }
	t, err := c.Tally(&all, env, nowhere, 0, stepsPerResource*int(last+1))
	if err != nil {
		return nil, false
	}
	return t.Runs(), true
}
