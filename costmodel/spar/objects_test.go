package spar

import (
	"testing"

	"github.com/parlens/parlens/internal/oracle/texts"
)

// Arrays of objects live where their class maps them, whatever stands before the dot.
// 16 elements in blocks of 4; the counts are by hand.
func TestArraysOfObjects(t *testing.T) {
	const head = `class Grid { double u[*] <$ dist = "[block]" $> = new double[16]; double w[*] <$ dist = "[block]" $> = new double[16];
  void shift() { <$ independent $> foreach( i :- :16 ) u[i] = w[(i+1)%16]; }
  void give( double[*] to ) { <$ independent $> foreach( i :- :16 ) to[i] = w[(i+1)%16]; } }
class Pair { Grid first = new Grid(); }
class a { static Grid g = new Grid(); static Grid list[*] = new Grid[4]; static Pair pair = new Pair();
  static void copy( double[*] to, double[*] from ) { <$ independent $> foreach( i :- :16 ) to[i] = from[i]; }
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`<$ independent $> foreach( i :- :16 ) g.u[i] = g.w[i];`, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) g.u[i] = g.w[(i+1)%16];`, 4, 4},
		{`<$ independent $> foreach( i :- :16 ) list[2].u[i] = list[1].w[(i+1)%16];`, 4, 4},
		{`<$ independent $> foreach( i :- :16 ) pair.first.u[i] = g.w[(i+5)%16];`, 8, 16},
		{`g.shift();`, 4, 4},
		{`list[3].shift();`, 4, 4},
		{`Grid h = new Grid(); h.shift();`, 4, 4},
		{`copy(g.u, g.w); copy(pair.first.w, list[1].u);`, 0, 0},
		{`Grid h = new Grid(); h.give(g.u); h.give(h.u);`, 8, 8},
	} {
		t.Run(c.body, func(t *testing.T) {
			u := predictTexts(t, texts.FS{"heat.spar": "globalpragmas <$ Processors = ((P q[4])) $>;\n" + head + c.body + " } }"}, nil)
			messages, elements := 0.0, 0.0
			for _, l := range u.Lines {
				for _, x := range l.Comms {
					messages, elements = messages+x.TotalMessages, elements+x.Elements
				}
			}
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			if messages == 0 && u.Speedup < 3.99 {
				t.Errorf("speedup %v where all four copy", u.Speedup)
			}
		})
	}
}

// A program that declares no processors runs on one, all of whose time computes.
func TestSerialEfficiency(t *testing.T) {
	u := predictTexts(t, texts.FS{"heat.spar": `class a { static double u[*] = new double[99]; static void main() { foreach( i :- :99 ) u[i] = i; } }`}, nil)
	if u.Speedup != 1 || u.Efficiency != 1 {
		t.Errorf("speedup %v, efficiency %v", u.Speedup, u.Efficiency)
	}
}
