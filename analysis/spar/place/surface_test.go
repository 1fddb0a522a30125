package place

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// A method that has not changed is placed again where a declaration or a function has that its words lead
// to, and not where only the number has with which a variable with a point begins.
func TestWhatAnEditPlacesAgain(t *testing.T) {
	const text = `class a { static final int n = 8; static final int m = 4; static double c = 0.5, d = -1.5; static double x[*] <$ dist = "[block]" $> = new double[n];
  static int half( int k ) { return k / 2; }
  static void f() { for( i :- :half(n) ) x[i] = c; }
  class b { static void g() { for( i :- :a.half(m) ) x[i] = 1.0; } }
  static void main() { f(); b.g(); } }`
	for _, c := range []struct {
		old, new string
		again    string // the methods
	}{
		{"c = 0.5", "c = 0.75", ""},
		{"d = -1.5", "d = 2.5e3", ""},
		{"c = 0.5", "c = n", "f"}, // what it is may be looked at
		{"double c = 0.5, d", "double e = 0.5, d", "f"},
		{"double c", "float c", "f"},
		{"d = -1.5", "d = -1.5, e = 2.5", ""},
		{"n = 8", "n = 9", "fg"}, // the array that both name has as many elements
		{"int m = 4", "int m = 4, o", ""},
		{"m = 4", "m = 5", "g"}, // in a bound of g alone
		{"[block]", "[cyclic]", "fg"},
		{"k / 2", "k / 3", "fg"},
	} {
		t.Run(c.new, func(t *testing.T) {
			table := memo.New()
			build := func(text string) *Program {
				return Builder{Memo: table}.Build(spar.Parser{Memo: table}.Parse(source.NewText(text)))
			}
			before, after := build(text), build(strings.Replace(text, c.old, c.new, 1))
			for name, model := range map[string]string{"f": "a_f_0", "g": "b_g_0"} {
				again := before.Method(model).Body[0] != after.Method(model).Body[0]
				if want := strings.Contains(c.again, name); again != want {
					t.Errorf("%s: placed again %v, want %v", name, again, want)
				}
			}
		})
	}
}
