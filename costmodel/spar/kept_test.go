package spar

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Of y[i] = x[i+1] a processor fetches the first element of the next one: 20 us for the
// message and 0.16 us for its word. All other elements are accesses to its own memory, which
// compute; so does the sum in each iteration (0.007 us). By hand.
func TestElementsThatStayAreNoCommunication(t *testing.T) {
	const text = `globalpragmas <$ Processors = ((Node p[4])) $>;
public class shift {
    static final int n = 1000;
    static TYPE x[*] <$ dist = "[block]" $> = new TYPE[n];
    static TYPE y[*] <$ dist = "[block]" $> = new TYPE[n];
    public static void main() {
        <$ independent $> foreach( i :- :999 ) y[i] = x[i+1];
    }
}`
	const us = 1e-6
	words := map[string]float64{"double": 1, "int": 0.5}
	for _, c := range []struct {
		kind                       string
		processors                 int
		computation, communication float64
		moved                      string
	}{
		{"double", 1, (999*0.11 + 999*0.007) * us, 0, "no message; 999 elements stay where they are"},
		{"double", 4, (249*0.11 + 250*0.007) * us, 20.16 * us, "3 messages of 3 elements between processors; 996 elements stay where they are"}, // the busiest: one in the middle, which computes i + 1 for 250 elements
		{"int", 4, (249*0.055 + 250*0.007) * us, 20.08 * us, "3 messages of 3 elements between processors; 996 elements stay where they are"},   // half a word each
	} {
		t.Run(fmt.Sprint(c.kind, " on ", c.processors), func(t *testing.T) {
			snap := workspace.New(texts.FS{"a.spar": strings.ReplaceAll(text, "TYPE", c.kind)}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: c.processors})
			if err != nil {
				t.Fatal(err)
			}
			u := r.Units[0]
			charge := u.Charge
			if math.Abs(charge.Computation-c.computation) > 1e-12 || math.Abs(charge.Communication-c.communication) > 1e-12 {
				t.Errorf("computes %v, communicates %v, want %v and %v", charge.Computation, charge.Communication, c.computation, c.communication)
			}
			local := c.computation // of one processor, and of all four
			if c.processors == 4 {
				local = (996*0.11*words[c.kind] + 999*0.007) * us
			}
			if want := local / (float64(c.processors) * u.Charge.Total()); math.Abs(u.Efficiency-want) > 1e-9 {
				t.Errorf("efficiency %v, want %v", u.Efficiency, want)
			}
			if got := u.Lines[0].Comms[0].Reason; got != "block of x: "+c.moved {
				t.Errorf("%s, want %s", got, c.moved)
			}
		})
	}
}
