package spar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Elements of a table that nothing changes are what it is declared with: the loop over t
// stores 6 times in 16 elements, in blocks of 4, each store with one addition of time 1 at
// the element's owner. Any other table leaves the number of iterations open, 100.
func TestSparConstantTables(t *testing.T) {
	for _, c := range []struct {
		name, fields, body string
		executed           float64
	}{
		{"a constant index", "static final int c[*] = { 2, 6, 4 };", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 6},
		{"of another class", "", "for( t :- :other.c[1] ) x[t] = 1.0 + 2.0;", 6},
		{"an index that moves", "static int c[] = { 1, 2, 3 };", "for( k :- :3 ) for( t :- :c[k] ) x[t] = 1.0 + 2.0;", 6},
		{"of other constants", "static final int n = 3; static final int c[*] = { n, 2*n };", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 6},
		{"its length is read", "static final int c[*] = { 2, 6, 4 };", "for( t :- :c[1] ) x[t] = 1.0 + 2.0; \nfor( k :- :c.length ) y = y + c[k];", 6},
		{"an element is stored", "static final int c[*] = { 2, 6, 4 };", "c[2] = 5; for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
		{"counted up", "static final int c[*] = { 2, 6, 4 }; static void up() { c[1]++; }", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
		{"another table", "static int c[*] = { 2, 6, 4 }; static void other() { c = new int[3]; }", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
		{"handed on", "static final int c[*] = { 2, 6, 4 }; static void set( int v[*] ) { v[1] = 1; }", "set( c ); for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
		{"under another name", "static final int c[*] = { 2, 6, 4 }; static int d[*] = c; static void set() { d[1] = 1; }", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
		{"outside", "static final int c[*] = { 2, 6, 4 };", "for( t :- :c[3] ) x[t] = 1.0 + 2.0;", 100},
		{"not a constant", "static int n; static void up() { n++; } static final int c[*] = { 2, n };", "for( t :- :c[1] ) x[t] = 1.0 + 2.0;", 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := "static double x[*] <$ dist = \"[block]\" $> = new double[16]; static int y;\n" + c.fields + "\nstatic void main() { " + strings.Replace(c.body, "x[t]", "\nx[t]", 1)
			_, u := sparUnit(t, before+"\n} }\nclass other { static final int c[*] = { 2, 6, 4 };")
			i := slices.IndexFunc(u.Lines, func(l *report.Line) bool { return l.Line == 5 })
			if i < 0 || u.Lines[i].Executions != c.executed {
				t.Errorf("%+v, want %v executions in line 5", u.Lines, c.executed)
			}
		})
	}
}

// A lattice moves its densities to neighbours that tables name: of 5 directions one goes up
// and one down, over 3 borders of 4 blocks of 8 rows, with 32 elements in each row.
func TestSparLattice(t *testing.T) {
	_, u := sparUnit(t, `static final int cx[*] = { 0, 1, 0, -1, 0 }; static final int cy[*] = { 0, 0, 1, 0, -1 };
static double f[*,*,*] <$ on = (lambda (i j k) q[(block i)]) $> = new double[32,34,5], g[*,*,*] <$ on = (lambda (i j k) q[(block i)]) $> = new double[32,34,5];
static void main() {
for( k :- :5 )
<$ Pamela = parallel $> foreach( i :- 1:31, j :- 1:33 )
g[i+cx[k],j+cy[k],k] = f[i,j,k];
}`)
	moved := 0.0
	for _, l := range u.Lines {
		for _, c := range l.Comms {
			moved += c.TotalMessages
		}
	}
	if want := 2 * 3 * 32.0; moved != want {
		t.Errorf("%v elements move, want %v", moved, want)
	}
}

// A table that another method begins or ceases to change is seen by those that read it.
func TestSparTableEdited(t *testing.T) {
	const text = `globalpragmas <$ Processors = ((P q[4])) $>;
public class a {
    static final int c[*] = { 2, 6, 4 };
    static double x[*] <$ dist = "[block]" $> = new double[16];
    static void other( int k ) { x[k] = 1.0; }
    public static void main() {
        for( t :- :c[1] )
            x[t] = 2.0;
        other( 3 );
    }
}
`
	editedInTurn(t, text, [][2]string{{"", ""}, {"x[k] = 1.0", "c[1] = k"}, {"", ""}, {"{ 2, 6, 4 }", "{ 2, 7, 4 }"}})
}

// A field whose value follows from that of another one has it, also where that is set; 100 is
// assumed of nothing. The loop stores n numbers on one processor.
func TestFieldsInTermsOfOthers(t *testing.T) {
	for _, c := range []struct {
		n    string
		set  map[string]float64
		want float64
	}{
		{"m*m", nil, 900}, {"m*m", map[string]float64{"m": 4}, 16}, {"2*m+1", nil, 61}, {"h*m", nil, 450}, {"h*m", map[string]float64{"m": 4}, 8},
		{"m*m", map[string]float64{"n": 7}, 7},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			m := modelOfText(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static int m = 30; static int n = `+c.n+`; static int h = m/2;
  static double x[*] <$ dist = "[block]" $> = new double[n]; static void main() { for( i :- :n ) x[i] = 1.0; } }`)
			counts, err := m.Counts(m.Values(settings.Settings{Values: c.set}))
			if err != nil || counts[1] != c.want {
				t.Errorf("%v stores, want %v; %v", counts[1], c.want, err)
			}
		})
	}
}
