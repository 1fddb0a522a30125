package spar

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What methods need of other processors that iterations of an independent loop call is
// exchanged before the loop, in one block for each pair of processors. 16 elements in
// blocks of 4; the counts are by hand.
func TestMessagesOfCallsAreGathered(t *testing.T) {
	const head = `class a { static double x[*] <$ dist = "[block]" $> = new double[16]; static double y[*] <$ dist = "[block]" $> = new double[16];
  static double next( int i ) { return x[(i+1)%16] + x[i]; }
  static double further( int i ) { return next((i+1)%16); }
  static double some( int i, int n ) { double s = 0.0; for( d :- 1:n ) s += x[(i+d)%16]; return s; }
  static double halves( int i ) { double s = 0.0; for( int g = 8; g > 0; g /= 2 ) { s += x[(i+g)%16]; for( j :- g:16 ) s += 1.0; } return s; }
  static double pick( int i ) { if( i > 3 ) return x[(i+1)%16]; return x[i]; }
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`<$ independent $> foreach( i :- :16 ) y[i] = next(i);`, 4, 4},
		{`<$ independent $> foreach( i :- :16 ) y[i] = some(i, 3);`, 4, 4 * 2}, // the last of a block needs two of the next one, that before it the first of these
		{`<$ independent $> foreach( i :- :16 ) y[i] = some(i, 4) + next(i);`, 8, 4*3 + 4},
		{`<$ independent $> foreach( i :- :16 ) y[i] = halves(i);`, 8, 16 + 16}, // the whole second next block; the whole next one, of which 2 and 1 would do for g = 2 and 1
		// element i+1 and i+2: of the last of a block both are the neighbour's
		{`<$ independent $> foreach( i :- :16 ) y[i] = further(i);`, 8, 4 * (2 + 1)},
		{`<$ independent $> foreach( i :- :16 ) y[i] = pick(i);`, 3, 3}, // not i = 3
	} {
		t.Run(c.body, func(t *testing.T) {
			snap := workspace.New(texts.FS{}).Open("a.spar", "spar", 1, head+c.body+" } }")
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{Procs: 4})
			if err != nil {
				t.Fatal(err)
			}
			messages, elements := 0.0, 0.0
			for _, l := range r.Units[0].Lines {
				for _, x := range l.Comms {
					messages, elements = messages+x.TotalMessages, elements+x.Elements
				}
			}
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			for _, d := range r.Diagnostics {
				if strings.Contains(d.Message, "gathered") || d.Severity == source.Error {
					t.Error(d.Message)
				}
			}
		})
	}
}

// What an iteration calls runs where the iteration does, though other calls of the method
// are nowhere in particular (the first statement: one call, on processor 0). 16 iterations
// on 4 processors, each of which has 3 of the 4 neighbours that it reads; the stores are
// counted by hand.
func TestCalledWhereTheIterationIs(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class Pair { double x, y; Pair( double a, double b ) { x = a; y = b; } }
class a { static double u[*] <$ dist = "[block]" $> = new double[16]; static double v[*] <$ dist = "[block]" $> = new double[16]; static double s;
  static void set( int n ) { for( k :- :n ) s = 1.0; }
  static double of( Pair p ) { return p.x; }
  static double next( int i, Pair p ) { return u[(i+1)%16] + p.x; }
  static double both( int i ) { set(7); return next(i, new Pair(1.0, 2.0)); }
  static void main() { `
	for _, c := range []struct {
		body        string
		first, each float64 // stores of processor 0 before the loop, and of each in it
	}{
		{`of(new Pair(1.0, 2.0)); <$ taskparallel $> foreach( i :- :16 ) u[i] = of(new Pair(1.0, 2.0));`, 2, 4 * (2 + 1)},
		{`of(new Pair(1.0, 2.0)); <$ independent $> foreach( i :- :16 ) u[i] = of(new Pair(1.0, 2.0));`, 2, 4 * (2 + 1)},
		{`of(new Pair(1.0, 2.0)); set(5); <$ independent $> foreach( i :- :16 ) { set(7); v[i] = next(i, new Pair(1.0, 2.0)); }`, 2 + 5, 4*(7+2+1) + 3},
		{`of(new Pair(1.0, 2.0)); set(5); <$ independent $> foreach( i :- :16 ) v[i] = both(i);`, 2 + 5, 4*(7+2+1) + 3},
	} {
		t.Run(c.body, func(t *testing.T) {
			got, _ := stores(t, head+c.body+" } }")
			want := []float64{c.first + c.each, c.each, c.each, c.each}
			if !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// What an iteration does at places that only the run knows is spread over the processors as
// the iterations are. Four iterations each, and of what is stored a quarter at home; the
// stores are counted by hand.
func TestScatteredWork(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[16]; static double y[*] <$ dist = "[block]" $> = new double[16]; static int m[*] <$ dist = "[block]" $> = new int[16];
  static int f( int i ) { int r = 0; for( b :- :3 ) r = (r + i*7) % 16; return r; }
  static void main() { `
	for _, c := range []struct {
		body string
		each float64 // stores of each processor
	}{
		{`<$ independent $> foreach( i :- :16 ) y[f(i)] = x[i];`, 4*(1+3) + 1},
		{`<$ independent $> foreach( i :- :16 ) y[m[i]] = x[i];`, 1 + 0.5},        // a number and half a word that says where it goes
		{`<$ independent $> foreach( i :- :16 ) y[m[i]] += x[i];`, 1 + 0.5 + 4*1}, // and four sums
		{`<$ independent $> foreach( i :- :16 ) y[m[i]] += 1.0;`, 0.5 + 4*1},
		{`<$ independent $> foreach( i :- :16 ) y[m[i]]++;`, 0.5 + 4*1},
		{`<$ independent $> foreach( i :- :16 ) { int k = m[i]; y[k] += 1.0; }`, 4*1 + 0.5 + 4*1},                 // with k's own
		{`<$ independent $> foreach( p :- :4 ) for( i :- :4 ) { int k = m[4*p+i]; y[k] += 1.0; }`, 2 + 0.5 + 4*1}, // where its first element is: four halves of words that stay
		{`<$ independent $> foreach( i :- :16 ) if( x[i] > 0.0 ) y[m[i]] = 1.0;`, 0.5 + 4*0.5},                    // what goes there goes always
	} {
		t.Run(c.body, func(t *testing.T) {
			if got, _ := stores(t, head+c.body+" } }"); !slices.Equal(got, []float64{c.each, c.each, c.each, c.each}) {
				t.Errorf("%v, want %v each", got, c.each)
			}
		})
	}
}
