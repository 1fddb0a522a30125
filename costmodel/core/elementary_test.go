package core

import (
	"maps"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
)

// Complex operations are so many real ones: (a+bi)(c+di) = (ac-bd) + (ad+bc)i, and
// (a+bi)/(c+di) = ((ac+bd) + (bc-ad)i)/(c*c+d*d) by the textbook.
func TestElementaryOperations(t *testing.T) {
	for _, c := range []struct {
		name       string
		ops, wants comm.Operations
	}{
		{"sum", comm.Operations{"complex_add": 3}, comm.Operations{"real_add": 6}},
		{"product", comm.Operations{"complex_multiply": 1}, comm.Operations{"real_multiply": 4, "real_add": 2}},
		{"quotient", comm.Operations{"double_complex_divide": 1}, comm.Operations{"double_multiply": 6, "double_add": 3, "double_divide": 2}},
		{"beside real ones", comm.Operations{"complex_add": 1, "real_add": 5, "sqrt": 1}, comm.Operations{"real_add": 7, "sqrt": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := elementary(c.ops); !maps.Equal(got, c.wants) {
				t.Errorf("%v, want %v", got, c.wants)
			}
		})
	}
}
