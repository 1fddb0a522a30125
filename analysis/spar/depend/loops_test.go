package depend

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

const several = `class Main {
  static final int STEP = 0;
  static double[*] a = new double[100];
  static void shift(int i) { a[i] = a[i] + STEP; }
  static void other() { foreach (i :- 0:10) a[i] = i; }
  static int place(int i) { return Other.place(i); }
  public static void main(String[] args) {
    foreach (i :- 1:100) { shift(i); }
    foreach (i :- 1:100) { a[i + STEP] = a[i] + 1; }
    foreach (i :- 1:100) { a[place(i)] = 1; }
    foreach (i :- 1:100) { Seed s = new Seed(i); a[i] = s.next(); }
  }
}
class Seed { static int made; int x; Seed(int k) { x = k; } int next() { x = 7*x; return x; } }
class Other {
  static int place(int i) { return i; }
}
`

// What is remembered of the loops of one text is not taken for those of another in which
// they read something else.
func TestLoopsRemembered(t *testing.T) {
	parser := spar.Parser{Memo: memo.New()}
	answers := map[string]bool{}
	for _, c := range [][2]string{
		{"", ""}, {"STEP = 0", "STEP = 1"}, {"a[i] = a[i] + STEP", "a[i] = a[i-1] + STEP"}, {"a[i] = i", "a[i] = a[0]"},
		{"return i;", "return 2;"}, {"class Other", "class Another"}, {"x = 7*x", "made = 7*made + x"}, {"x = k;", "x = k + made; made = x;"}, {"double[*] a", "final double[*] a"}, {"class Main {", "class Main {\n\n  static int b;"}, {"", ""},
		{"static void other() {", "static double[*] c = new double[100]; static void other() { foreach (i :- 0:10) c[i] = a[i+1]; "},
		{"static void other() {", "static double[*] c = new double[100]; static void more() { c = a; } static void other() { foreach (i :- 0:10) c[i] = a[i+1]; "},
	} {
		t.Run(c[1], func(t *testing.T) {
			text := source.NewText(strings.Replace(several, c[0], c[1], 1))
			told := func(known *memo.Table, f *spar.File) string {
				out := ""
				for _, l := range allLoops(known, f) {
					out += fmt.Sprintln(l.Span, l.Verdict, l.Why, l.At, l.Calls, l.Reductions)
				}
				return out
			}
			got, want := told(parser.Memo, parser.Parse(text)), told(memo.New(), spar.Parse(text))
			if got != want {
				t.Errorf("remembered\n%s\nfrom scratch\n%s", got, want)
			}
			answers[want] = true
		})
	}
	if len(answers) < 6 {
		t.Errorf("only %d different answers", len(answers))
	}
}

// The loops of a method that has not changed are judged again where a declaration or a method has
// that its words lead to.
func TestWhatAnEditJudgesAgain(t *testing.T) {
	seen := func(text string) map[string]string {
		p, out := newProgram([]*spar.File{spar.Parse(source.NewText(text))}), map[string]string{}
		says := p.surface()
		for name, list := range p.classes["Main"].methods {
			out[name] = says.Seen(nil, list[0], 0, "")
		}
		return out
	}
	before := seen(several)
	for _, c := range []struct{ old, new, again string }{
		{"static final int STEP", "static int b; static final int STEP", ""},
		{"STEP = 0", "STEP = 1", "shift main"},
		{"double[*] a", "int[*] a", "shift other main"},
		{"static int made", "static long made", ""},                  // which nothing names
		{"made; int x", "made; long x", "main"},                      // of an object that main makes
		{"class Seed {", "class Seed extends Other {", "place main"}, // it may have the method that place calls
		{"return i;", "return 2;", "place main"},                     // through another method
	} {
		t.Run(c.new, func(t *testing.T) {
			after := seen(strings.Replace(several, c.old, c.new, 1))
			for name, sees := range before {
				if got, want := after[name] != sees, strings.Contains(c.again, name); got != want {
					t.Errorf("%s: judged again %v, want %v", name, got, want)
				}
			}
		})
	}
}
