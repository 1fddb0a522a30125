package spar

import (
	"context"
	"maps"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Of c ? y : z in any place of a statement one side is computed. Where only the run knows which,
// each counts with its probability: what a pragma says, or what is asked for, once however often
// the sides are placed. 1,000 iterations on 4 processors, an operation takes 1 and all else nothing:
// T is 250 times what one iteration computes.
func TestSidesOfAChoiceAreWeighed(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])), boundscheck = false $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[1000]; static double y[*] <$ dist = "[block]" $> = new double[1000]; static int k[*] <$ dist = "[block]" $> = new int[1000];
  static double three( double u ) { return u + u * u - 1.0; }
  static void main() { <$ independent $> foreach( i :- :1000 ) `
	for _, c := range []struct {
		body  string
		set   map[string]float64
		want  float64 // operations of an iteration
		asked int
		codes int
	}{
		{body: `x[i] = y[i] > 0.0 ? y[i] + y[i] * 2.0 : -y[i];`, want: 1 + 0.5*2 + 0.5*1, asked: 1},
		{body: `x[i] = y[i] > 0.0 ? y[i] + y[i] * 2.0 : -y[i];`, set: map[string]float64{"cd_0000": 1}, want: 1 + 2},
		{body: `x[i] = y[i] > 0.0 ? y[i] + y[i] * 2.0 : -y[i];`, set: map[string]float64{"cd_0000": 0}, want: 1 + 1},
		{body: `<$ Pamela = (cond 0.25) $> x[i] = y[i] > 0.0 ? y[i] + y[i] * 2.0 : -y[i];`, want: 1 + 0.25*2 + 0.75*1},
		{body: `x[i] = 1.0 + (y[i] > 0.0 ? three(y[i]) : 0.0);`, want: 2 + 0.5*3, asked: 1},
		{body: `<$ Pamela = (cond 0.25) $> x[i] = 1.0 + (y[i] > 0.0 ? three(y[i]) : 0.0);`, want: 2 + 0.25*3},
		{body: `x[i] = three(y[i] > 0.0 ? y[i] * 2.0 : y[i]);`, want: 1 + 0.5 + 3, asked: 1},
		{body: `{ double d = y[i] > 0.0 ? y[i] * 2.0 : y[i]; x[i] = d; }`, want: 1 + 0.5, asked: 1},
		{body: `x[i] = y[i] > 0.0 ? (y[i] > 1.0 ? y[i] * 2.0 : y[i]) : y[i] * y[i] * y[i];`, want: 1 + 0.5*(1+0.5) + 0.5*2, asked: 2},
		{body: `x[i] += y[i] > 0.0 ? y[i] * 2.0 : y[i];`, want: 2 + 0.5, asked: 1},
		{body: `x[i] = y[i] + (k[i] > 0 ? i : 3 * i * i);`, want: 2 + 0.5*2, asked: 1},
		// both sides do the same: nothing depends on the probability
		{body: `x[i] = y[i] > 0.0 ? y[i] : 0.0;`, want: 1},
		{body: `x[i] = 1.0 + (y[i] > x[i] ? y[i] : x[i]);`, want: 2},
		// the model knows which
		{body: `x[i] = 1.0 + (i < 1000 ? y[i] * 2.0 * y[i] : -y[i]);`, want: 2 + 2},
		{body: `x[i] = 1.0 + (i % 5 < 1 ? y[i] * 2.0 * y[i] : -y[i]);`, want: 3 + 0.2*2 + 0.8},
		// the pragma says nothing where nothing is chosen
		{body: `<$ Pamela = (cond 0.25) $> x[i] = y[i] * 2.0;`, want: 1, codes: 1},
	} {
		t.Run(c.body, func(t *testing.T) {
			snap := workspace.New(texts.FS{"a.spar": head + c.body + " } }"}).Snapshot()
			set := map[string]float64{"t_c": 1, "t_f": 0, "t_l": 0, "t_s": 0, "t_g": 0}
			maps.Copy(set, c.set)
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: set})
			if err != nil {
				t.Fatal(err)
			}
			asked, codes := 0, 0
			for _, d := range r.Diagnostics {
				switch d.Code {
				case "unknown-value":
					asked++
				case "spar-pamela":
					codes++
				}
			}
			if got := r.Units[0].Charge.Total() / 250; !nearly(got, c.want) || asked != c.asked || codes != c.codes {
				t.Errorf("%v operations, want %v; %d questions, want %d; %d warnings, want %d", got, c.want, asked, c.asked, codes, c.codes)
			}
		})
	}
}
