package spar

import (
	"strings"
	"testing"
)

// What moves has the size of its type: of 16 elements dealt out in turn to 4 processors and needed
// in blocks 12 come from elsewhere, between all 12 pairs.
func TestBytesOfWhatMoves(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])), boundscheck = false $>;
class a { static complex z[*] <$ dist = "[block]" $> = new complex[16]; static complex w[*] <$ dist = "[cyclic]" $> = new complex[16];
  static [double^3] p[*] <$ dist = "[block]" $> = new [double^3][16]; static [double^3] v[*] <$ dist = "[cyclic]" $> = new [double^3][16];
  static [double,int] u[*] <$ dist = "[block]" $> = new [double,int][16]; static [int^2] k[*] <$ dist = "[cyclic]" $> = new [int^2][16];
  static double x[*] <$ dist = "[block]" $> = new double[16]; static float f[*] <$ dist = "[cyclic]" $> = new float[16]; static byte b[*] <$ dist = "[cyclic]" $> = new byte[16];
  static int n[*] <$ dist = "[block]" $> = new int[16]; static boolean on[*] <$ dist = "[block]" $> = new boolean[16];
  static void main() { <$ independent $> foreach( i :- :16 ) `
	for _, c := range []struct {
		body  string
		bytes float64 // of one element
	}{
		{`z[i] = w[i];`, 16},
		{`z[i] = w[i] * 2.0;`, 16},
		{`z[i] = w[i]` + strings.Repeat(` * w[i]`, 50) + `;`, 16}, // not twice as long with each factor
		{`z[i] = Complex.conj(w[i]);`, 16},
		{`x[i] = Complex.abs(w[i]);`, 8},
		{`x[i] = f[i];`, 4},
		{`z[i] = complex(f[i], 0.0);`, 16},
		{`p[i] = v[i];`, 24},
		{`p[i] = v[i] + [1.0, 2.0, 3.0];`, 24},
		{`p[i] = 2.0 * v[i];`, 24},
		{`x[i] = v[i][1];`, 8},
		{`n[i] = k[i][1];`, 4},
		{`n[i] = b[i];`, 1},
		{`u[i] = [1.0*b[i], k[i][0]];`, 12},
		{`on[i] = f[i] > 0.0;`, 1},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			exchanges(t, u, 12, 12, 12*c.bytes)
		})
	}
}
