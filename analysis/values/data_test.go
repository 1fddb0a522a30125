package values

import (
	"fmt"
	"testing"
)

// Arrays that DATA gives values by an implied DO over all elements, in the order in which they
// lie, have them; what it gives in another order, or some elements, is not known.
func TestDataOfImpliedLoops(t *testing.T) {
	for _, c := range []struct{ data, use, want string }{
		{"integer v(4)\ndata (v(i), i = 1, 4) /1, 6, 11, 16/", "v(3)", "11"},
		{"integer v(0:3)\ndata (v(i), i = 0, 3) /2*7, 2*9/", "v(1) + v(2)", "16"},
		{"integer v(2,3)\ndata ((v(i,j), i = 1, 2), j = 1, 3) /1, 2, 3, 4, 5, 6/", "v(1,3)", "5"},
		{"integer v(2,3)\ndata ((v(i,j), j = 1, 3), i = 1, 2) /1, 2, 3, 4, 5, 6/", "v(1,3)", "unknown"},
		{"integer v(4)\ndata (v(i), i = 2, 3) /1, 2/", "v(2)", "unknown"},
	} {
		t.Run(fmt.Sprint(c.data), func(t *testing.T) {
			u, r := run(t, c.data+"\nn = "+c.use+"\na(n) = 1.0", Options{})
			if got := uses(u, r, "n"); got != c.want {
				t.Errorf("n is %s, want %s", got, c.want)
			}
		})
	}
}
