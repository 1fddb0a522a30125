package arrayop

import (
	"math"

	"github.com/parlens/parlens/machines"
)

const (
	cacheStride = "OH-CACHESTRIDE"
	bankStride  = "OH-BANKSTRIDE"
)

// Stride is the overhead of a load or store of some elements of an array with a
// stride (section 6.3.2): of each element, O(stride, array) in the cache model,
// B(gcd(stride, banks)) in the bank model, where the largest stride that was
// measured stands for the number of banks. False without overhead.
func (m Model) Stride(stride, elements, array float64) (Term, bool) {
	if stride == 1 {
		return Term{}, false
	}
	if m.Strides == "cache" {
		return Term{Count: elements, Name: cacheStride, Argument: stride, Elements: array, Indexed: true}, true
	}
	c, ok := m.Curve(bankStride)
	if !ok {
		return Term{Count: elements, Name: bankStride, Argument: stride, Indexed: true}, true
	}
	s := gcd(int64(math.Abs(stride)), int64(c.Points[len(c.Points)-1].Argument))
	return Term{Count: elements, Name: bankStride, Argument: float64(s), Indexed: true}, s > 1
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// cacheStrideAt interpolates the overhead of an element between the measured array
// sizes and strides; stride 1 has none. Beyond the strides it goes on along its
// line; beyond the sizes the nearest holds, since the overhead is one of an element.
func cacheStrideAt(c *machines.Curve, stride, n float64) Estimate {
	strides, at := []float64{1}, []Estimate{{}}
	for i := 0; i < len(c.Points); {
		j := i
		for j < len(c.Points) && c.Points[j].Argument == c.Points[i].Argument {
			j++
		}
		strides = append(strides, c.Points[i].Argument)
		at = append(at, bySize(c, c.Points[i:j], n))
		i = j
	}
	k := 1
	for k < len(strides)-1 && strides[k] < stride {
		k++
	}
	return at[k-1].between(at[k], (stride-strides[k-1])/(strides[k]-strides[k-1]))
}

// bySize interpolates points of one argument by the size of the array.
func bySize(c *machines.Curve, p []machines.Point, n float64) Estimate {
	k := 0
	for k < len(p) && p[k].Elements < n {
		k++
	}
	switch k {
	case 0:
		return estimate(c, p[0])
	case len(p):
		return estimate(c, p[k-1])
	}
	a, b := p[k-1], p[k]
	return estimate(c, a).between(estimate(c, b), (n-a.Elements)/(b.Elements-a.Elements))
}

// Block is the overhead of a load or store of a section of an array (section
// 6.3.5): of each element of the array by the percentage that is loaded in the full
// model, of each element loaded by their number in the partial model.
func (m Model) Block(elements, array float64) Term {
	if m.Blocks == "full" {
		return Term{Count: array, Name: "OH-FULLBLOCK", Argument: 100 * elements / math.Max(1, array), Indexed: true}
	}
	return Term{Count: elements, Name: "OH-PARTIALBLOCK", Argument: elements, Indexed: true}
}

// Mask is the overhead of a mask on a computation with some elements, of which a
// fraction 0..1 is true, and what the computation itself is multiplied by (section
// 6.3.4): all of it is made in the full model, the fraction in the partial one.
func (m Model) Mask(fraction, elements float64) (overhead Term, computed float64) {
	t := Term{Count: elements, Name: "OH-FULLMASK", Argument: 100 * fraction, Indexed: true}
	if m.Masks == "partial" {
		t.Name = "OH-PARTIALMASK"
		return t, fraction
	}
	return t, 1
}

// Random is the overhead of reads (or writes) of elements of a shared memory whose
// places are not linearly related. The suite measures the elements of one processor;
// appendix G divides by the processors of the machine for all of them together.
func (m Model) Random(write bool, elements float64) Term {
	name := "OH-RAND-READ"
	if write {
		name = "OH-RAND-WRITE"
	}
	return Term{Count: elements / float64(m.Machine.Nodes), Name: name}
}
