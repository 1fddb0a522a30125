package modelling

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
)

// Programs with random damage are modelled without a fault, and every message
// stands in the text.
func TestModelsOfBrokenPrograms(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/spar/*.spar")
	if err != nil || len(paths) < 10 {
		t.Fatal("the examples are missing", err)
	}
	pieces := []string{"", "}", "{", "<$ Pamela $>", "<$ on = q[@p] $>", "<$ reduction $>", "<$ Pamela = (cost) $>", "(", "[", "@x", "static ", "= 1", "Pamela = (@N N)",
		"for( v :- [0,0] : [2,k] ) x@v = 1;", "while( a ) ", "i", "0", "-", "lambda", "(block i)", "_all", "_", ";", ",", "new int[3][*]", ".length", "main();"}
	rounds := 60
	if testing.Short() {
		rounds = 8
	}
	random := rand.New(rand.NewPCG(11, 12))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range rounds {
			code := string(data)
			for range 1 + random.IntN(4) {
				from := random.IntN(len(code))
				to := min(len(code), from+random.IntN(12))
				code = code[:from] + pieces[random.IntN(len(pieces))] + code[to:]
			}
			text := source.NewText(code)
			p := place.Build(spar.Parse(text), place.Options{Clamp: random.IntN(2) == 0})
			for _, d := range p.Diagnostics {
				if d.Span.Start < 0 || d.Span.End > len(code) || d.Span.End < d.Span.Start {
					t.Fatalf("%s at %v, outside\n%s", d.Message, d.Span, code)
				}
			}
			Build(p, text, "a.spar", NewTarget("g.pam", machine, nil, map[string]float64{AggregatedSwitch: float64(random.IntN(2)), TestsSwitch: 1}), Given{})
		}
	}
}
