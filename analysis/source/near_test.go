package source

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	cases := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"blok", "block", 1}, {"otno", "onto", 1}, {"gird", "grid", 1}, {"abc", "xyz", 3}, {"ab", "ba", 1}}
	for _, c := range cases {
		t.Run(c.a, func(t *testing.T) {
			if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
				t.Errorf("%s %s: %d, want %d", c.a, c.b, got, c.want)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	words := []string{"block", "cyclic", "blockcyclic", "local"}
	for wrong, want := range map[string][]string{"blok": {"block"}, "cylcic": {"cyclic"}, "block": nil, "zzz": nil, "lcal": {"local"}} {
		t.Run(wrong, func(t *testing.T) {
			if got := Nearest(wrong, words); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", wrong, got, want)
			}
		})
	}
}
