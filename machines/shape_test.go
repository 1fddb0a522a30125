package machines

import (
	"fmt"
	"testing"
)

// Times are symbols in formulas; which operations take longer, what fits and whether there
// is some time at all decide what formulas are made. All operations may take longer by the
// same factor, with the loads and stores that hit; those need not where nothing is named.
func TestShape(t *testing.T) {
	m, err := Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		change         Change
		shared, totals bool // for whole reports, and for totals
	}{
		{Change{"bandwidth", 0.5, true}, true, true},
		{Change{"bandwidth", 1e9, false}, true, true},
		{Change{"latency", 3, true}, true, true},
		{Change{"latency", 0, true}, false, false},
		{Change{"network_load", 0.5, false}, true, true},
		{Change{"communication.segments.1.startup_s", 1e-5, false}, true, true},
		{Change{"communication.concurrent_share", 0.5, true}, false, false},
		{Change{"memory.line_bytes", 2, true}, false, false},
		{Change{"processor", 2, true}, false, true},
		{Change{"load", 0.5, false}, true, true},
		{Change{"processing.real_add_s", 2, true}, false, false},
		{Change{"memory.fetch_hit_s", 2, true}, false, true},
		{Change{"memory.store_hit_s", 2, true}, false, true},
		{Change{"memory.store_miss_s", 2, true}, true, true},
		{Change{"cache", 2, true}, false, false},
	} {
		t.Run(x.change.String(), func(t *testing.T) {
			changes := []Change{x.change}
			varied, err := m.Changed(changes)
			if err != nil {
				t.Fatal(err)
			}
			for totals, want := range map[bool]bool{false: x.shared, true: x.totals} {
				t.Run(fmt.Sprint(totals), func(t *testing.T) {
					shape, err := m.Changed(m.Shaping(changes, totals))
					if err != nil {
						t.Fatal(err)
					}
					if got := varied.As(shape).Shape() == m; got != want {
						t.Errorf("totals %t: the formulas are those of the machine: %t, want %t", totals, got, want)
					}
				})
			}
		})
	}
}

// A machine of measured array operations has nothing to vary, and no shape besides.
func TestShapeOfArrayMachine(t *testing.T) {
	m, err := Load("cm5-cmf", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(m.Shaping([]Change{{"bandwidth", 1e6, false}}, false)); got != "[bandwidth=1e+06]" {
		t.Errorf("the changes are %s", got)
	}
}

// What was measured of collective operations is left out with any change of the network:
// there the shape is that of a machine without.
func TestShapeOfMeasured(t *testing.T) {
	m, err := Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Compute.Communication.Measured = []Measurement{{Operation: "broadcast", Processors: 4, Bytes: 8}}
	for change, want := range map[Change]string{
		{"bandwidth", 0.5, true}:     "[bandwidth=1x]",
		{"network_load", 0.5, false}: "[network_load=0]",
		{"processor", 2, true}:       "[processor=2x]",
	} {
		t.Run(want, func(t *testing.T) {
			if got := fmt.Sprint(m.Shaping([]Change{change}, false)); got != want {
				t.Errorf("%v has the shape of %s, want %s", change, got, want)
			}
		})
	}
}
