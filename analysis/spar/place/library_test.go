package place

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Of what no file declares a message says so, once for a class in a method; not of what may be a
// library's, or inherited from one.
func TestUndeclared(t *testing.T) {
	for _, c := range []struct {
		imports, classes, body string
		want                   string // what is not declared
	}{
		{"", "", "Field f = new Field(3); f.fill(1.0); f.fill(2.0);", "Field"},
		{"import lib.Field;", "", "Field f = new Field(3);", "Field"},
		{"", "", "Field.fill(1.0); Other.run();", "Field Other"},
		{"", "static Field g[*];", "g[3].fill(1.0);", "Field"},
		{"", "", "fill(1.0);", "fill"},
		{"", "static void fill() { }", "fill(1.0);", "fill"},
		{"", "static void fill( double x ) { }", "fill(1.0); b.run();", ""},
		{"", "", "b x = new b(); x.run();", ""},
		{"", "", "double x = Math.sin(1.0); String s = \"a\"; int n = s.length() + Integer.parseInt(s); complex z = Complex.conj(1i);", ""},
		{"import java.util.Random;", "", "Random r = new Random(3); double x = r.nextDouble();", ""},
		{"import java.util.*;", "", "Vector r = new Vector(3); r.size();", ""},
		{"", "", "Vector r = new Vector(3); r.size();", "Vector"},
		{"", "", "double a[*] = new double[3]; a.clone(); System.out.println(a);", ""},
		{"", "static c t;", "t.run(); t.start();", ""}, // of Thread
	} {
		t.Run(c.body, func(t *testing.T) {
			p := Build(spar.Parse(source.NewText(c.imports+" public class a { "+c.classes+" public static void main() { "+c.body+" } } class b { static void run() { } } class c extends Thread { void run() { start(); } } class d(| type T |) { T x; void run() { x.run(); } }")), Options{})
			var got []string
			for _, d := range p.Diagnostics {
				if d.Code != "spar-undeclared" {
					continue
				}
				words := strings.Fields(strings.TrimSuffix(strings.SplitN(d.Message, ":", 2)[0], " and takes what it is handed"))
				got = append(got, words[len(words)-1])
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
