package whatif

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/internal/disk"
)

// A point has the time that a prediction for as many processors has, in a short list and on a
// long curve, also where they stand as the program declares them.
func TestPointsStandAsDeclared(t *testing.T) {
	const text = "program p\nreal :: a(600,40)\ninteger :: k\n!HPF$ PROCESSORS q(%s)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q\ndo k = 1, 3\na(2:600,:) = a(1:599,:)\nend do\nend program\n"
	for _, c := range []struct {
		declared string
		at       int // number of processors
	}{{"1,16", 16}, {"2,8", 16}, {"number_of_processors()/2,2", 32}} {
		path := filepath.Join(t.TempDir(), "p.f90")
		if err := os.WriteFile(path, fmt.Appendf(nil, text, c.declared), 0o644); err != nil {
			t.Fatal(err)
		}
		snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
		for _, over := range []string{fmt.Sprintf("P=1,%d", c.at), "P=1..512"} {
			t.Run(c.declared+" "+over, func(t *testing.T) {
				s := sweep(t, path, nil, over)
				var got Point
				if err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
					if p.Values[0].Number == float64(c.at) {
						got = p
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				chosen := s.Settings
				chosen.Procs = c.at
				r, err := predict.File(context.Background(), snap, path, chosen)
				if err != nil {
					t.Fatal(err)
				}
				if want := r.Units[0].Charge.Total(); got.Interpolated == "" && got.Charge.Total() != want {
					t.Errorf("%g s, predicted %g on %v", got.Charge.Total(), want, r.Units[0].Grid)
				}
			})
		}
	}
}
