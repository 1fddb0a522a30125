package spar

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What inner loops of independent iterations need is exchanged in one block for
// each pair of processors, every element once, but for what conditions on the counted
// iterations leave out: against sets of elements.
func TestInnerLoopsAgainstSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for seed := range 200 {
		P, N, M := 1+r.IntN(5), 20+r.IntN(20), 3+r.IntN(30)
		x := nestMap{kind: []string{"block", "cyclic"}[r.IntN(2)], m: (N + P - 1) / P}
		z := nestMap{kind: []string{"block", "cyclic", "blockcyclic"}[r.IntN(3)], m: 1 + r.IntN(12)}
		if x.owner(N-1, P) < P-1 { // a processor without iterations
			continue
		}
		c, k, branch, product := 1+r.IntN(2), r.IntN(3), "", "z[%d*j+%d]"
		executed := func(int) bool { return true }
		switch r.IntN(5) {
		case 0: // any element is needed by some i of nearly every processor: all are sent
			branch = "if( i > 3 ) "
		case 1:
			branch, executed = "if( j > 3 && j != 6 ) ", func(j int) bool { return j > 3 && j != 6 }
		case 2:
			branch, executed = "if( !(j > 3) ) x[i] = x[i]; else ", func(j int) bool { return j > 3 }
		}
		if r.IntN(3) == 0 {
			product = "(2.0 * z[%d*j+%d])"
		}
		text := fmt.Sprintf("globalpragmas <$ ProcessorType = ((Node \"nest.pam\")), Processors = ((Node q[%d])) $>;\n"+
			"public class a {\n static double x[*] <$ on = (lambda (r) %s) $> = new double[%d];\n static double z[*] <$ on = (lambda (r) %s) $> = new double[100];\n"+
			" public static void main() { <$ independent $> foreach( i :- :%d ) for( j :- :%d ) %sx[i] = x[i] + "+product+"; } }", P, x.form(), N, z.form(), N, M, branch, c, k)
		type message struct{ from, to int }
		messages, elements := map[message]bool{}, map[[2]int]bool{}
		for i := range N {
			for j := range M {
				if from, to := z.owner(c*j+k, P), x.owner(i, P); from != to && executed(j) {
					messages[message{from, to}] = true
					elements[[2]int{c*j + k, to}] = true
				}
			}
		}
		snap := workspace.New(texts.FS{"a.spar": text, "nest.pam": nestMachine}).Snapshot()
		f, err := snap.File("a.spar")
		if err != nil {
			t.Fatal(err)
		}
		s := settings.Settings{Values: map[string]float64{"aggregated_messages": 1}}
		m, err := ModelOf(snap, f, s)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := m.Counts(m.Values(s))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if int(counts[2]) != len(messages) || int(counts[3]) != len(elements) {
			t.Errorf("seed %d: %v messages of %v elements, want %d of %d\n%s", seed, counts[2], counts[3], len(messages), len(elements), text)
		}
	}
}
