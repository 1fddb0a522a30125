package place

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// A method that has not changed is placed again where a declaration or a function that it may
// follow has, and not where only the number has with which a variable with a point begins.
func TestWhatAnEditPlacesAgain(t *testing.T) {
	const text = `class a { static final int n = 8; static double c = 0.5, d = -1.5; static double x[*] <$ dist = "[block]" $> = new double[n];
  static int half( int k ) { return k / 2; }
  static void f() { for( i :- :half(n) ) x[i] = c; }
  class b { static void g() { for( i :- :a.half(6) ) x[i] = 1.0; } }
  static void main() { f(); b.g(); } }`
	for _, c := range []struct {
		old, new string
		again    bool
	}{
		{"c = 0.5", "c = 0.75", false},
		{"d = -1.5", "d = 2.5e3", false},
		{"c = 0.5", "c = n", true}, // what it is may be looked at
		{"double c = 0.5, d", "double e = 0.5, d", true},
		{"double c", "float c", true},
		{"n = 8", "n = 9", true},
		{"k / 2", "k / 3", true},
	} {
		t.Run(c.new, func(t *testing.T) {
			table := memo.New()
			build := func(text string) *Program {
				return Builder{Memo: table}.Build(spar.Parser{Memo: table}.Parse(source.NewText(text)))
			}
			before, after := build(text), build(strings.Replace(text, c.old, c.new, 1))
			for _, name := range []string{"a_f_0", "b_g_0"} {
				again := before.Method(name).Body[0] != after.Method(name).Body[0]
				if inner := name == "b_g_0"; !inner && again != c.again || inner && c.again && !again {
					t.Errorf("%s: placed again %v, want %v", name, again, c.again)
				}
			}
		})
	}
}
