package place

import (
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// What holds for a loop or a task as a whole is said of nothing smaller: the break that ends a
// group of a switch leaves no loop, and an object that a task makes is its own.
func TestMessagesOnlyWhereTheyHold(t *testing.T) {
	const random = `globalpragmas <$ Processors = ((P q[2])) $>; class Base { double s; } class Random extends Base { static double t; double next() { s = s * 2.0; STATIC return s; } }
class a { static Random all; static void work( int k ) { Random r = MADE; r.next(); } static void main() { <$ taskparallel $> foreach( k :- :8 ) work(k); AFTER } }`
	with := func(made, after, static string) string {
		return strings.NewReplacer("MADE", made, "AFTER", after, "STATIC", static).Replace(random)
	}
	for _, c := range []struct {
		name, text, code string
		said             bool
	}{
		{"of a switch", `class a { void main() { for( i :- :3 ) switch( i ) { case 0: break; default: i = 1; } } }`, "spar-jump", false},
		{"of a switch, under a condition", `class a { void main() { for( i :- :3 ) switch( i ) { case 0: if( i > 1 ) break; i = 2; } } }`, "spar-jump", true},
		{"with a label", `class a { void main() { out: for( i :- :3 ) switch( i ) { case 0: break out; } } }`, "spar-jump", true},
		{"of a loop in a switch", `class a { void main() { switch( 1 ) { case 0: for( i :- :3 ) break; } } }`, "spar-jump", true},
		{"of a loop behind a switch", `class a { void main() { for( i :- :3 ) { switch( 1 ) { case 0: i = 1; } break; } } }`, "spar-jump", true},
		{"return", `class a { void main() { for( i :- :3 ) switch( i ) { case 0: return; } } }`, "spar-jump", true},
		{"an object of the task", with("new Random()", "", ""), "spar-task", false},
		{"one that is there before", with("all", "all = new Random();", ""), "spar-task", true},
		{"one of a class of which there are others", with("new Random()", "all = new Random();", ""), "spar-task", true},
		{"what objects share", with("new Random()", "", "t = s;"), "spar-task", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := Build(spar.Parse(source.NewText(c.text)), Options{}).Diagnostics
			if said := slices.ContainsFunc(list, func(d source.Diagnostic) bool { return d.Code == c.code }); said != c.said {
				t.Errorf("%s: said %v, want %v: %v", c.code, said, c.said, list)
			}
		})
	}
}
