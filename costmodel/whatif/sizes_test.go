package whatif

import (
	"context"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/disk"
)

func TestProcessors(t *testing.T) {
	for _, c := range []struct {
		now, nodes int
		want       string
	}{
		{1, 8, "P=1,2,4,8"},
		{3, 8, "P=1,2,3,4,8"},
		{4, 0, "P=1,2,4,8,16,32,64"},
		{32, 1024, "P=1,2,4,8,16,32,64,128"},
		{12, 8, "P=1,2,4,8,12"}, // more than the machine has
		{100, 100, "P=1,2,4,8,16,32,64,100"},
	} {
		t.Run(c.want, func(t *testing.T) {
			got := Processors(c.now, c.nodes)
			if got != c.want {
				t.Errorf("%d of %d: %s", c.now, c.nodes, got)
			}
			if _, err := ParseAxis(got); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAround(t *testing.T) {
	for value, want := range map[float64]string{256: "n=32,64,128,256,512,1024,2048", 1: "n=1,2,4,8", 3: "n=1,2,3,6,12,24", 1e9: "n=125000000,250000000,500000000,1000000000,2000000000,4000000000,8000000000"} {
		t.Run(want, func(t *testing.T) {
			if got := Around(report.Symbol{Name: "n", Value: value}); got != want {
				t.Errorf("around %g: %s", value, got)
			}
		})
	}
}

// The time of laplace grows with the square of n and in proportion to sweeps: n it is.
func TestSizeThatMatters(t *testing.T) {
	s := sweep(t, "../../testdata/hpf/laplace.f90", nil)
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	r, err := predict.File(context.Background(), snap, s.Path, s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range Sizes(r.Units[0]) {
		names = append(names, x.Name)
	}
	if !slices.Equal(names, []string{"n", "sweeps"}) {
		t.Errorf("sizes %v", names)
	}
	size, err := s.Size(context.Background(), snap, r.Units[0])
	if err != nil || size.Name != "n" || size.Value != 256 {
		t.Errorf("%v %v", size, err)
	}
}
