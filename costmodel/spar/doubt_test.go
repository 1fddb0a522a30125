package spar

import (
	"fmt"
	"testing"
)

// A time rests on a value that nothing gives where it would be another with another one: how
// often a loop is executed, or how likely a condition is. What stands beside does not.
func TestSparDoubts(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a size that is read", `static int m[*] = new int[4];
static double s;
static void main() {
s = s + 1.0;
for( i :- 0 : m[2] )
s = s + 2.0;
}`, "5 [] 7 [ub_0000]"},
		{"all is known", `static int n = 8;
static double s;
static void main() {
for( i :- 0 : n )
s = s + 2.0;
}`, "6 []"},
		{"a condition", `static double s;
static void main() {
s = s + 1.0;
if( s > 0.5 )
s = s + 2.0;
}`, "4 [] 5 [] 6 [cd_0000]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, u := sparUnit(t, c.body)
			got := ""
			for _, l := range u.Lines {
				if l.Charge.Total() > 0 {
					got += fmt.Sprint(l.Line, " ", l.Assumed, " ")
				}
			}
			if got != c.want+" " {
				t.Errorf("%s of %+v, want %s", got, u.Assumptions, c.want)
			}
		})
	}
}
