package place

import (
	"testing"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// A field that the map of an array names is in the model, whether code reads it too or not.
func TestFieldsOfMaps(t *testing.T) {
	for _, c := range []struct{ name, last string }{
		{"the map alone", "50"},
		{"a loop too", "P"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "globalpragmas <$ ProcessorType = ((Gpp \"das.pam\")), Processors = ((Gpp gpp[4])) $>;\n" +
				"public class c { static int P = 4; static double A[*] <$ on = (lambda (i) gpp[(block i (100 / @P))]) $> = new double[100];\n" +
				"static void main() { for (i :- 0 : " + c.last + ") A[i] = 1.0; } }"
			got := ""
			for _, n := range Build(spar.Parse(source.NewText(text)), Options{}).Numerics {
				if n.Name == "c_P_0" {
					got += notation.Text(n.Value) + " " + n.Why
				}
			}
			if got != "4 traced" {
				t.Errorf("P is %q", got)
			}
		})
	}
}
