package spar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The work by processor of a loop over many more elements than are looked at one
// by one, against dealing them out: n on four processors, one store of time 1
// each.
func TestSparLongLoops(t *testing.T) {
	const n, procs = 1000003, 4
	for _, c := range []struct {
		owner string
		of    func(i int) int
	}{
		{"(cyclic i)", func(i int) int { return i % procs }},
		{"(block i)", func(i int) int { return i / ((n + procs - 1) / procs) }},
		{"(block i 250001)", func(i int) int { return i / 250001 }},
		{"(blockcyclic i 7)", func(i int) int { return i / 7 % procs }},
	} {
		t.Run(c.owner, func(t *testing.T) {
			text := fmt.Sprintf(`globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[%d])) $>;
public class a { static double x[*] <$ on = (lambda (i) q[%s]) $> = new double[%d];
  public static void main() { <$ Pamela = parallel $> foreach (i :- :%d) x[i] = 2.0; } }`, procs, c.owner, n, n)
			snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			s := settings.Settings{Values: map[string]float64{"t_l": 1, "t_c": 0}}
			m, err := ModelOf(snap, f, s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Numbers(m.Values(s))
			if err != nil {
				t.Fatal(err)
			}
			work := make([]int, procs)
			most := 0
			for i := range n {
				work[c.of(i)]++
				most = max(most, work[c.of(i)])
			}
			want := "1x0" // the network
			for p := range work {
				want += fmt.Sprintf(" 1x%d", work[p])
			}
			var list []string
			for _, r := range got.Delta {
				for range r.Count {
					list = append(list, fmt.Sprintf("1x%.0f", r.Load))
				}
			}
			if strings.Join(list, " ") != want || got.T != float64(most) || got.Omega != float64(most) || got.Phi != 1 {
				t.Errorf("delta %v, T %v, omega %v, phi %v; want %s and %d", list, got.T, got.Omega, got.Phi, want, most)
			}
		})
	}
}
