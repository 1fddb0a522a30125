package whatif

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseAxis(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"n=100", "n [100]"},
		{" n = 1, 2.5 ,1e3", "n [1 2.5 1000]"},
		{"bandwidth=0.5x,1x,2x", "bandwidth [0.5x 1x 2x]"},
		{"P=1..5", "P [1 2 3 4 5]"},
		{"P=3..3", "P [3]"},
		{"n=100..350:100", "n [100 200 300]"},
		{"P=1..20:2x", "P [1 2 4 8 16]"},
		{"P=3..81:3x,100", "P [3 9 27 81 100]"},
		{"n=-2..1", "n [-2 -1 0 1]"},
		{"memory.cache_bytes=1..9223372036854775807:1000000000x", "memory.cache_bytes [1 1e+09 1e+18]"},
	} {
		t.Run(c.text, func(t *testing.T) {
			a, err := ParseAxis(c.text)
			if got := fmt.Sprint(a.Name, " ", a.Values); err != nil || got != c.want {
				t.Errorf("%s, %v, not %s", got, err, c.want)
			}
		})
	}
	for _, c := range []struct{ text, says string }{
		{"n", "written like"}, {"=3", "written like"}, {"n=", "written like"},
		{"n=ten", "no number"}, {"n=nan", "no number"}, {"n=1,,2", "no number"}, {"n=1..b", "no range"}, {"n=4..1", "no range"},
		{"n=1..8:0", "never ends"}, {"n=1..8:1x", "never ends"}, {"n=0..8:2x", "never ends"},
		{"n=1..100000000", "more than"}, {"n=1..9000000,1..9000000", "more than"},
	} {
		t.Run(c.text, func(t *testing.T) {
			if _, err := ParseAxis(c.text); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v does not say %q", err, c.says)
			}
		})
	}
}

// The last axis varies fastest, and every combination comes once.
func TestPointsAreAllCombinations(t *testing.T) {
	axes := []Axis{{"a", []Value{{1, false}, {2, false}}}, {"b", []Value{{3, false}, {4, false}, {5, false}}}}
	got := ""
	for i := range Size(axes) {
		got += fmt.Sprint(At(axes, i))
	}
	if want := "[1 3][1 4][1 5][2 3][2 4][2 5]"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	many := Axis{"n", make([]Value, 1<<20)}
	if n := Size([]Axis{many, many, many, many}); n != 0 {
		t.Errorf("2^80 points are %d", n)
	}
}
