package comm

import (
	"fmt"
	"reflect"
	"testing"
)

// What is remembered of a statement is written down as a key (query.go) and
// transferred to an equal statement (transferred.go) field by field: who adds a
// field to one of these types has to say there what becomes of it.
func TestRememberedFields(t *testing.T) {
	for _, c := range []struct {
		of     any
		fields int
	}{
		{Context{}, 6}, {Iteration{}, 4}, {Loop{}, 17}, {Stores{}, 5}, {symbols{}, 2}, {Nest{}, 4},
		{Computation{}, 7}, {Element{}, 21}, {Access{}, 9}, {Partition{}, 6}, {loopShares{}, 2}, {Share{}, 6}, {place{}, 5}, {Affine{}, 4},
		{Communication{}, 38}, {Read{}, 5}, {Delivered{}, 3},
	} {
		t.Run(fmt.Sprintf("%T", c.of), func(t *testing.T) {
			if n := reflect.TypeOf(c.of).NumField(); n != c.fields {
				t.Errorf("%T has %d fields, not %d: query.go and transfer.go must know what becomes of the others", c.of, n, c.fields)
			}
		})
	}
}
