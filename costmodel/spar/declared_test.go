package spar

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// changedWords are what stands in the place of words of declarations; of a number the next one,
// of any other name a name that nothing else has.
var changedWords = map[string]string{"block": "cyclic", "cyclic": "block", "collapsed": "block", "final": "", "static": "", "double": "int", "int": "double", "extends": "implements", "public": ""}

var declaredWord = regexp.MustCompile(`\b[A-Za-z_]\w*|\b\d+\b`)

// changedDeclarations are texts in each of which one word of a declaration is another one.
func changedDeclarations(text string) []string {
	var out []string
	change := func(from, to int) {
		for _, at := range declaredWord.FindAllStringIndex(text[from:to], -1) {
			word := text[from+at[0] : from+at[1]]
			other, known := changedWords[word]
			switch {
			case known:
			case word[0] <= '9':
				other = word + "1"
			default:
				other = word + "q"
			}
			out = append(out, text[:from+at[0]]+other+text[from+at[1]:])
		}
	}
	for _, c := range (spar.Parser{}).Parse(source.NewText(text)).Types {
		first := c.Span.End
		for _, m := range c.Members {
			first = min(first, m.Start)
			end := m.End
			if m.Body != nil {
				end = m.Start + m.Body.At().Start
			}
			change(m.Start, end)
		}
		change(c.Span.Start, first)
	}
	return out
}

// With any word of a declaration changed, what is remembered of the program as it was does not
// show in its report.
func TestEachDeclarationChanged(t *testing.T) {
	for i, text := range declaringPrograms(t) {
		every := 1
		if i > 0 {
			every *= 20
		}
		if testing.Short() {
			every *= 12
		}
		for k, changed := range changedDeclarations(text) {
			if k%every != i%every {
				continue
			}
			w := workspace.New(texts.FS{})
			sparPlain(t, w.Open("big.spar", "spar", 1, text))
			snap, err := w.Change("big.spar", 2, source.NewText(changed))
			if err != nil {
				t.Fatal(err)
			}
			got, want := sparPlain(t, snap), sparPlain(t, workspace.New(texts.FS{}).Open("big.spar", "spar", 1, changed))
			if got != want {
				t.Errorf("program %d, change %d: the report differs from one made anew:\n%s\nof\n%s", i, k, firstDifference(got, want), changed)
			}
		}
	}
}

// declaringPrograms are programs whose methods see what classes declare in many ways.
func declaringPrograms(t *testing.T) []string {
	out := []string{objects, partsSpar(60)}
	files, err := filepath.Glob(filepath.FromSlash("../../testdata/spar/*.spar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.ReplaceAll(string(text), "\r", ""))
	}
	return out
}

// objects is a program of classes that hand objects, arrays and numbers to each other.
const objects = `globalpragmas <$ boundscheck = false $>;
abstract class Shape {
    double at[*]; int kind; static int made = 2;
    Shape( int n ) { at = new double[n]; kind = n; }
    abstract double size( int k );
}
class Ball extends Shape {
    double r = 0.5;
    Ball( int n ) { super(n); }
    double size( int k ) { return r * at[k]; }
}
class Box extends Shape {
    Box( int n ) { super(n+1); }
    double size( int k ) { return at[k] + at[0]; }
}
class Grid(| int n |) {
    double v[*] <$ dist = "[block]" $> = new double[n];
    void fill( double x ) { <$ independent $> foreach( i :- :n ) v[i] = x; }
}
class Level {
    static final int deep = 3;
    static int width;
    static double u[*][*] = new double[deep][*];
    static double w[*] <$ dist = "[cyclic]" $> = new double[40];
    static int wide( int k ) { return 4 << k; }
    static void make() { width = 12; for( k :- :deep ) u[k] = new double[wide(k)] <$ dist = "[block]" $>; }
    static void relax( double a[*], int n ) { <$ independent $> foreach( i :- 1:n-1 ) a[i] = a[i-1] * Level.factor(i); }
    static double factor( int i ) { return 0.5 * i; }
    class Probe { int depth = 5; int look( int n ) { return n + depth; } }
    static void sum( int n ) { for( i :- :new Probe().look(n) ) w[i] = w[i] + 1.0; }
}
public class run {
    static Shape shapes[*] <$ dist = "[block]" $> = new Shape[8];
    static Grid(|24|) g = new Grid(|24|)();
    static double total = 0.0;
    static void measure( Shape s, int k ) { total = total + s.size(k) * s.kind; }
    public static void main() {
        Level.make();
        foreach( i :- :8 ) { if( i > 3 ) shapes[i] = new Ball(Level.deep); else shapes[i] = new Box(4); }
        for( k :- :Level.deep ) Level.relax(Level.u[k], Level.wide(k));
        g.fill(total);
        <$ independent $> foreach( i :- :8 ) run.measure(shapes[i], Shape.made);
        Level.sum(Level.width);
    }
}
`
