package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/costmodel/settings"
)

// BenchmarkColdNests is what 16 mappings of a program with 40 loop nests cost that nothing
// is remembered of: 640 nests, each modelled and evaluated.
func BenchmarkColdNests(b *testing.B) {
	var text strings.Builder
	text.WriteString("program main\ninteger, parameter :: n = 64\nreal(8) :: a(n,n), b(n,n)\ninteger :: i, j\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b\n")
	for k := range 40 {
		fmt.Fprintf(&text, "do j = 2, n\n do i = 2, n\n  a(i,j) = a(i,j)*%d.0 + b(i,j) + b(i-1,j)\n end do\nend do\n", k)
	}
	text.WriteString("end program\n")
	const mappings = 16
	for b.Loop() {
		g, now, err := goalOf(context.Background(), snapshot("/w/p.f90", text.String()), "/w/p.f90", settings.Settings{Machine: "cluster"})
		if err != nil {
			b.Fatal(err)
		}
		p, err := plan.Read(g.snap, g.path, g.processors(now))
		if err != nil {
			b.Fatal(err)
		}
		all := formats(p.Groups[0])
		if len(all) < 7 {
			b.Fatal(all)
		}
		g.light = true
		for i := range mappings {
			to := p.Now()
			for k := range to.Formats {
				to.Formats[k] = slices.Clone(all[i%len(all)])
			}
			of := *g
			of.snap = g.snap.Apart()
			if _, err := of.measure(context.Background(), p.Edits(to)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
