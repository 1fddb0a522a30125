package spar

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What is copied between arrays that lie on a plane of processors travels in one block
// for each pair of them, every element once: against going through all of them. Rows and columns are
// counted apart where nothing ties them: a triangle, a diagonal and a transpose do.
func TestPlanesAgainstEveryElement(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	moved, tied, seeds := 0, 0, 150
	if testing.Short() {
		seeds = 15
	}
	for seed := range seeds {
		shape := [2]int{1 + r.IntN(3), 1 + r.IntN(4)}
		coordinate := func(d int) nestMap {
			m := nestMap{kind: []string{"block", "cyclic", "blockcyclic"}[r.IntN(3)], m: 2 + r.IntN(9), dim: d}
			if m.kind == "cyclic" {
				m.m = 0
			}
			return m
		}
		x, z := [2]nestMap{coordinate(0), coordinate(1)}, [2]nestMap{coordinate(0), coordinate(1)}
		form := func(m [2]nestMap) string {
			f := [2]string{}
			for d, c := range m {
				f[d] = c.form()[2 : len(c.form())-1]
			}
			return fmt.Sprintf("q[%s,%s]", f[0], f[1])
		}
		subs := [2]nestSub{{1 + r.IntN(2), 0, r.IntN(3)}, {1, 1, r.IntN(3)}}
		switch r.IntN(4) {
		case 0:
			subs[0].iterator, subs[1].iterator = 1, 0
		case 1:
			subs[1].iterator = 0
		}
		N, from := 3+r.IntN(12), func(int) int { return 0 }
		low := "0"
		if r.IntN(2) == 0 {
			low, from = "i", func(i int) int { return i }
			tied++
		}
		text := fmt.Sprintf("globalpragmas <$ ProcessorType = ((Node \"nest.pam\")), Processors = ((Node q[%d,%d])) $>;\n"+
			"public class a {\n static double x[*,*] <$ on = (lambda (r c) %s) $> = new double[40,40];\n static double z[*,*] <$ on = (lambda (r c) %s) $> = new double[40,40];\n"+
			" public static void main() { <$ independent $> foreach( i :- :%d ) <$ independent $> foreach( j :- %s:%d ) x[i,j] = z[%s,%s]; } }",
			shape[0], shape[1], form(x), form(z), N, low, N, subs[0].text(), subs[1].text())
		owner := func(m [2]nestMap, at [2]int) [2]int {
			return [2]int{m[0].owner(at[0], shape[0]), m[1].owner(at[1], shape[1])}
		}
		messages, elements := map[[2][2]int]bool{}, map[[2][2]int]bool{} // from and to, what and to
		for i := range N {
			for j := from(i); j < N; j++ {
				it := [2]int{i, j}
				what := [2]int{subs[0].at(it), subs[1].at(it)}
				if s, d := owner(z, what), owner(x, it); s != d {
					messages[[2][2]int{s, d}] = true
					elements[[2][2]int{what, d}] = true
				}
			}
		}
		moved += len(elements)
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
		for _, d := range m.Diagnostics {
			if d.Severity == source.Error {
				t.Fatalf("seed %d: %s\n%s", seed, d.Message, text)
			}
		}
		counts, err := m.Counts(m.Values(s))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if int(counts[2]) != len(messages) || int(counts[3]) != len(elements) {
			t.Errorf("seed %d: %v messages of %v elements, want %d of %d\n%s", seed, counts[2], counts[3], len(messages), len(elements), text)
		}
	}
	if moved < seeds || tied < seeds/5 {
		t.Errorf("%d elements moved, %d triangles", moved, tied)
	}
}
