package elements

import "github.com/parlens/parlens/analysis/program"

// bound is the index range of one dimension.
type bound struct{ lower, extent int64 }

// variable is the storage of a symbol: its values in array element order (the
// first subscript fastest) and how each grid dimension deals its elements out.
type variable struct {
	symbol *program.Symbol
	bounds []bound
	data   []Value
	axes   []axis               // one per grid dimension
	ref    *program.Ref         // of a temporary: the whole of it
	when   []moment             // of the last store to each element; none when nothing was stored
	copies map[int]map[int]bool // by element: the processors that have been sent it since the last store
}

// variable returns the storage of a symbol, made at its first use.
func (it *interpreter) variable(s *program.Symbol) *variable {
	if v := it.vars[s]; v != nil {
		return v
	}
	var v *variable
	switch {
	case s.Shared && s.Storage != "" && s.Class == program.Variable:
		v = it.sharedVariable(s)
	default:
		v = it.newVariable(s)
	}
	it.vars[s] = v
	return v
}

// newVariable returns storage for a symbol, with the values that it starts with.
func (it *interpreter) newVariable(s *program.Symbol) *variable {
	v := it.declared(s)
	size := int64(1)
	for _, b := range v.bounds {
		size *= b.extent
	}
	if size > it.opt.Steps {
		it.fail("array %s has %d elements", s.Name, size)
	}
	v.data = it.initialData(s, size)
	v.axes = it.axes(v)
	return v
}

// declared returns a variable with the declared bounds of a symbol.
func (it *interpreter) declared(s *program.Symbol) *variable {
	v := &variable{symbol: s}
	for _, d := range s.Dims {
		v.bounds = append(v.bounds, it.bound(s, d))
	}
	return v
}

// initialData returns the values that a symbol starts with.
func (it *interpreter) initialData(s *program.Symbol, size int64) []Value {
	data := make([]Value, size)
	if list, ok := s.Value.(*program.Opaque); ok && s.Rank() > 0 {
		for i, x := range it.constructor(list, int(size)) {
			data[i] = it.convert(x, s.Type, s.Bytes)
		}
		return data
	}
	initial := it.initial(s)
	for i := range data {
		data[i] = initial
	}
	return data
}

// bound evaluates a declared dimension.
func (it *interpreter) bound(s *program.Symbol, d program.Bounds) bound {
	if d.Upper == nil || d.Lower == nil {
		it.fail("array %s has no declared bounds", s.Name)
	}
	lower, upper := it.integer(d.Lower), it.integer(d.Upper)
	return bound{lower, max(0, upper-lower+1)}
}

// initial returns the value that a symbol starts with; 0 when the program
// says nothing.
func (it *interpreter) initial(s *program.Symbol) Value {
	if given, ok := it.opt.Values[s.Name]; ok && s.Rank() == 0 {
		return it.convert(realOf(given, 8), s.Type, s.Bytes)
	}
	if s.Class == program.Parameter || s.Value != nil {
		if s.Value == nil || program.RankOf(s.Value) > 0 {
			it.fail("constant %s has no value that is known", s.Name)
		}
		return it.convert(it.quiet(nil).value(s.Value), s.Type, s.Bytes)
	}
	switch s.Type {
	case program.Integer, program.Real, program.Logical:
		return Value{Type: s.Type, Bytes: s.Bytes}
	}
	it.fail("%s is neither integer, real nor logical", s.Name)
	return Value{}
}

// integer evaluates an integer expression whose cost nobody counts.
func (it *interpreter) integer(e program.Expr) int64 { return it.quiet(nil).integer(e) }

// offset returns the place of an element in the storage order.
func (it *interpreter) offset(v *variable, index []int64) int {
	offset, stride := int64(0), int64(1)
	for d, b := range v.bounds {
		if index[d] < b.lower || index[d] >= b.lower+b.extent {
			it.fail("subscript %d of %s is %d, outside %d:%d", d+1, v.symbol.Name, index[d], b.lower, b.lower+b.extent-1)
		}
		offset += (index[d] - b.lower) * stride
		stride *= b.extent
	}
	return int(offset)
}

// index is the inverse of offset.
func (v *variable) index(offset int) []int64 {
	index, rest := make([]int64, len(v.bounds)), int64(offset)
	for d, b := range v.bounds {
		index[d] = b.lower + rest%b.extent
		rest /= b.extent
	}
	return index
}

func (v *variable) numbers() []float64 {
	numbers := make([]float64, len(v.data))
	for i, x := range v.data {
		numbers[i] = x.number()
	}
	return numbers
}
