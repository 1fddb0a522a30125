package arrayprogram

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// section is a part of an array that an array operation loads or stores.
type section struct {
	array    *program.Symbol
	key      string  // equal for equal sections
	size     float64 // of the array, in elements
	elements float64
	dims     []dimension
	gather   *program.Subscript // a vector subscript; nil without one
	whole    bool               // of the array, in its order
	constant bool               // its bounds are constants
}

// dimension is a section along a dimension of its array.
type dimension struct {
	lower, extent   float64 // declared
	lo, step, count float64
	fixed           bool // by a scalar subscript
}

// section evaluates a reference with a rank; the error text says what is not known.
func (f *frame) section(r *program.Ref) (*section, string) {
	s, problem := f.wholeOf(r.Sym)
	if problem != "" || len(r.Subs) == 0 {
		return s, problem
	}
	for d, sub := range r.Subs {
		if problem := f.along(s, d, sub); problem != "" {
			return nil, problem
		}
	}
	s.finish()
	return s, ""
}

// wholeOf is the section of all elements.
func (f *frame) wholeOf(sym *program.Symbol) (*section, string) {
	s := &section{array: sym, size: 1, elements: 1, whole: true, constant: true, key: sym.Name}
	for _, b := range sym.Dims {
		lower, n, ok := f.extent(b)
		if !ok {
			return nil, fmt.Sprintf("the extents of %s are not known", sym.Name)
		}
		s.dims = append(s.dims, dimension{lower: lower, extent: n, lo: lower, step: 1, count: n})
		s.size *= n
	}
	s.elements = s.size
	return s, ""
}

func (f *frame) along(s *section, d int, sub program.Subscript) string {
	if d >= len(s.dims) {
		return fmt.Sprintf("%s has fewer dimensions", s.array.Name)
	}
	dim := &s.dims[d]
	unknown := fmt.Sprintf("the section of %s is not known", s.array.Name)
	switch {
	case sub.Triplet:
		hi, ok := dim.lower+dim.extent-1, true
		for _, bound := range []struct {
			e    program.Expr
			into *float64
		}{{sub.Lo, &dim.lo}, {sub.Hi, &hi}, {sub.Stride, &dim.step}} {
			if bound.e != nil && ok {
				*bound.into, ok = f.size(bound.e)
				s.constant = s.constant && constant(bound.e)
			}
		}
		if !ok || dim.step == 0 {
			return unknown
		}
		dim.count = math.Max(0, math.Floor((hi-dim.lo+dim.step)/dim.step))
	case program.RankOf(sub.Lo) > 0:
		s.gather = &sub
		n, problem := f.elementsOf(sub.Lo)
		if problem != "" {
			return problem
		}
		dim.count = n
	default:
		x, ok := f.number(sub.Lo)
		if !ok {
			x = dim.lower
		}
		dim.fixed, dim.lo, dim.count = true, x, 1
	}
	return ""
}

// finish derives what depends on all dimensions.
func (s *section) finish() {
	s.elements, s.whole = 1, s.gather == nil
	s.key = s.array.Name
	for _, d := range s.dims {
		s.elements *= d.count
		s.whole = s.whole && !d.fixed && d.step == 1 && d.lo == d.lower && d.count == d.extent
		s.key += fmt.Sprintf(",%g:%g:%g", d.lo, d.count, d.step)
	}
}

// elementsOf is the number of elements of an array expression: those of its first
// operand with a rank.
func (f *frame) elementsOf(e program.Expr) (n float64, problem string) {
	n, problem = 0, "an extent is not known"
	program.Walk(e, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		if !is || r.Rank() == 0 || n > 0 {
			return n == 0
		}
		var s *section
		if s, problem = f.section(r); problem == "" {
			n = s.elements
		}
		return false
	})
	return n, problem
}

// constant reports whether an expression is made of literals and PARAMETERs.
func constant(e program.Expr) bool {
	is := true
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok {
			is = is && r.Sym.Class == program.Parameter
		}
		return is
	})
	return is
}

// memoryStride is the distance of elements that follow each other, in elements: what
// the banks of a memory see.
func (s *section) memoryStride() float64 {
	below := 1.0
	for _, d := range s.dims {
		if !d.fixed {
			return d.step * below
		}
		below *= d.extent
	}
	return 1
}

// stride is the one of the section as a whole: the product along its dimensions. In
// several dimensions it is that of the vector with as many elements (appendix G.4).
func (s *section) stride() float64 {
	stride := 1.0
	for _, d := range s.dims {
		stride *= math.Abs(d.step)
	}
	return stride
}

// remoteReads is how many elements of an operand each processor reads from others
// when the owner of the result computes (section 7.1, rule 4): both arrays are
// distributed in blocks over the same processors, and the section of the operand is
// that of the result, moved. Operands of another shape are taken as aligned.
func (s *section) remoteReads(result *section, processors int) float64 {
	if len(s.dims) != len(result.dims) || s.gather != nil || result.gather != nil {
		return 0
	}
	grid := mapping.Factor(processors, len(s.dims))
	all, local := 1.0, 1.0
	for d, x := range s.dims {
		y := result.dims[d]
		if x.extent != y.extent || x.step != y.step || x.fixed != y.fixed {
			return 0
		}
		mine := x.extent / float64(grid[d]) / math.Abs(x.step) // elements of the section in a block
		if x.fixed {
			mine = 1
		}
		moved := math.Abs((x.lo-x.lower)-(y.lo-y.lower)) / math.Abs(x.step)
		if x.fixed && moved > 0 {
			moved = math.Min(1, moved*float64(grid[d])/x.extent)
		}
		all *= mine
		local *= math.Max(0, mine-moved)
	}
	return all - local
}
