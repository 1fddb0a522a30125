package mapping

import "github.com/parlens/parlens/analysis/symbolic"

// Class is a run of coordinates, First..Last, that hold equally many template
// indices: Held each. It is empty when Last is less than First.
type Class struct{ First, Last, Held symbolic.Expr }

// Classes returns the processor classes of the dimension, in ascending order and
// together all coordinates: of BLOCK those with a full block, the one with the
// remainder, the idle ones; of CYCLIC(k) those with a full block in the last
// round, the one with the rest of it, those without any; of a table its runs.
func (d Dim) Classes() []Class {
	a, k := d.A, d.BlockSize()
	switch {
	case d.tabled():
		return d.runs()
	case d.Contiguous():
		full := a.Min(d.P, a.FloorDiv(d.Extent, k))
		return d.around(full, k, a.Sub(d.Extent, a.Mul(full, k)), a.Int(0))
	}
	round := a.Mul(k, d.P)
	every := a.Mul(k, a.FloorDiv(d.Extent, round))
	last := a.Mod(d.Extent, round)
	full := a.FloorDiv(last, k)
	return d.around(full, a.Add(every, k), a.Add(every, a.Mod(last, k)), every)
}

// around returns the coordinates below full, full itself, and those above.
func (d Dim) around(full, below, there, above symbolic.Expr) []Class {
	a := d.A
	end := a.Sub(d.P, a.Int(1))
	return []Class{
		{a.Int(0), a.Sub(full, a.Int(1)), below},
		{full, a.Min(full, end), there},
		{a.Add(full, a.Int(1)), end, above},
	}
}

// runs returns the coordinates of a table by equal loads; those beyond it are
// idle.
func (d Dim) runs() []Class {
	a, end := d.A, d.A.Sub(d.P, d.A.Int(1))
	var out []Class
	coordinates := int64(len(d.Format.Numbers.places))
	if d.Format.Kind == GenBlock {
		coordinates = int64(len(d.Format.Numbers.Values))
	}
	for c := range coordinates {
		held := d.Held(a.Int(c))
		if n := len(out); n > 0 && out[n-1].Held == held {
			out[n-1].Last = a.Min(end, a.Int(c))
			continue
		}
		out = append(out, Class{a.Int(c), a.Min(end, a.Int(c)), held})
	}
	return append(out, Class{a.Int(coordinates), end, a.Int(0)})
}
