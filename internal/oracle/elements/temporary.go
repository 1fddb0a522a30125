package elements

import "github.com/parlens/parlens/analysis/program"

// newTemporary returns the storage for the array value of an expression, the
// same one whenever the expression is evaluated. Its elements count from 1.
func (it *interpreter) newTemporary(e program.Expr, shape []int64, axes []axis) *variable {
	t := it.made[e]
	if t == nil {
		s := &program.Symbol{Name: "expression"}
		if c, ok := e.(*program.Call); ok {
			s.Name = c.Name
		}
		s.Type, s.Bytes = program.TypeOf(e)
		for range shape {
			s.Dims = append(s.Dims, program.Bounds{Lower: program.IntConst(e.Span(), 1)})
		}
		t = &variable{symbol: s, ref: program.NewRef(e.Span(), s)}
		it.made[e] = t
	}
	size := int64(1)
	t.bounds = nil
	for _, n := range shape {
		t.bounds = append(t.bounds, bound{1, n})
		size *= n
	}
	t.data, t.axes = make([]Value, size), axes
	it.vars[t.symbol] = t
	return t
}

// shape returns the extents.
func (v *variable) shape() []int64 {
	shape := make([]int64, len(v.bounds))
	for d, b := range v.bounds {
		shape[d] = b.extent
	}
	return shape
}

// materialize computes the array value of an expression into a temporary, each
// element by those who hold it.
func (it *interpreter) materialize(e program.Expr, at int, axes []axis) {
	shape := it.quiet(nil).shape(e)
	t := it.newTemporary(e, shape, axes)
	r := reader{key: e, group: e, at: at, who: it.owners(t.ref)}
	it.within(&frame{key: e}, func() {
		i := 0
		positions(shape, func(position []int64) {
			it.step()
			ev := it.counted(position)
			t.data[i] = ev.value(e)
			ev.tally.add(Store, 1)
			it.charge(r, it.members(it.place(r.who, position)), ev.tally)
			i++
		})
	})
	it.temps[e] = t
}
