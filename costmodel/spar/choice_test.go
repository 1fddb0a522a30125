package spar

import "testing"

// Of c ? y : z one side is computed and fetched, where the model knows the condition. Counts by
// hand: 16 elements in blocks of 4.
func TestOneSideOfAChoice(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[16]; static double y[*] <$ dist = "[block]" $> = new double[16]; static double s;
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		// halves of 8 change places, the first half by what the second has
		{`<$ independent $> foreach( i :- :16 ) y[i] = i < 8 ? x[i+8] : x[i];`, 2, 8},
		{`<$ independent $> foreach( i :- :16 ) y[i] = i < 8 ? x[i] : x[i-8];`, 2, 8},
		{`<$ independent $> foreach( i :- :16 ) y[i] += i % 4 == 3 && i < 15 ? x[i+1] : 1.0;`, 3, 3},
		{`<$ independent $> foreach( i :- :16 ) { double l = i > 0 ? x[i-1] : 0.0; y[i] = l; }`, 3, 3},
		{`<$ independent $> foreach( i :- :16 ) y[i] = i < 4 ? x[i] : i < 8 ? x[i-4] : x[0];`, 1 + 2, 4 + 2},
		// only the run knows: both may be needed
		{`<$ independent $> foreach( i :- :16 ) y[i] = x[i] > 0.0 ? x[(i+4)%16] : x[(i+8)%16];`, 8, 32},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			if m, n := exchanged(u); m != c.messages || n != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", m, n, c.messages, c.elements)
			}
		})
	}
}

// What is read of an object, or of an array in one, is another element for each of its
// subscripts. 16 objects in blocks of 4, each with 5 numbers, of which the first of a block
// sends what it has; 12 of those dealt out in turn live elsewhere.
func TestElementsInObjects(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class Cell { double e; double v[*]; Cell() { v = new double[5]; } }
class Box { Cell in; double w; }
class a { static Cell p[*] <$ dist = "[block]" $> = new Cell[16]; static Cell c[*] <$ dist = "[cyclic]" $> = new Cell[16]; static Box o[*] <$ dist = "[block]" $> = new Box[16];
  static double r[*][*] <$ dist = "[block]" $> = new double[16][5];
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) p[i].v[k] = p[i+1].v[k];`, 3, 3 * 5},
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) p[i].v[k] = 2.0 * p[i+1].v[k];`, 3, 3 * 5},
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) o[i].in.v[k] = o[i+1].in.v[k] + 1.0;`, 3, 3 * 5},
		{`<$ independent $> foreach( i :- :15 ) { Cell d = p[i+1]; for( k :- :5 ) p[i].v[k] = d.v[k]; }`, 3, 3 * 5},
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) p[i].v[k] = p[i+1].v[k/2];`, 3, 3 * 3},
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) p[i].v[k] = p[i+1].e;`, 3, 3},
		{`<$ independent $> foreach( i :- :16 ) for( k :- :5 ) r[i][k] = c[i].v[k];`, 12, 12 * 5},
		{`<$ independent $> foreach( i :- :15 ) for( k :- :5 ) r[i][k] = r[i+1][k] * 2.0;`, 3, 3 * 5},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			if m, n := exchanged(u); m != c.messages || n != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", m, n, c.messages, c.elements)
			}
		})
	}
}
