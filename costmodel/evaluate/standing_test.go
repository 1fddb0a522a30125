package evaluate

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A number of processors that an arrangement is declared for leaves it as it is declared; the
// dimensions that a program leaves open take what the others leave of them; others are spread
// evenly.
func TestHowArrangementsStand(t *testing.T) {
	for _, c := range []struct {
		extents string
		procs   int
		set     map[string]float64
		want    []int
	}{
		{"2,8", 16, nil, []int{2, 8}},
		{"2,8", 8, nil, []int{4, 2}},
		{"16,1", 16, nil, []int{16, 1}},
		{"number_of_processors()/4,4", 64, nil, []int{16, 4}},
		{"number_of_processors()/4,4", 30, nil, []int{6, 5}},
		{"4,number_of_processors()/4", 8, nil, []int{4, 2}},
		{"number_of_processors()/4,4", 2, nil, []int{2, 1}},
		{"m,3*m", 12, nil, []int{2, 6}},
		{"m,3*m", 27, map[string]float64{"m": 3}, []int{3, 9}},
		{"m,3*m", 12, map[string]float64{"m": 3}, []int{4, 3}},
	} {
		t.Run(c.extents, func(t *testing.T) {
			text := "program p\ninteger, parameter :: m = 2\nreal a(64,64)\n!HPF$ PROCESSORS q(" + c.extents + ")\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q\na = 1.0\nend program\n"
			for _, totals := range []bool{false, true} {
				if u := unitOf(t, "p.f90", text, settings.Settings{Procs: c.procs, Values: c.set, Totals: totals}); !slices.Equal(u.Grid, c.want) {
					t.Errorf("%d processors stand as %v, not %v", c.procs, u.Grid, c.want)
				}
			}
		})
	}
}
