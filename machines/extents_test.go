package machines

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestExtents(t *testing.T) {
	for i, c := range []struct {
		keys string
		want []int
		says string
	}{
		{"topology = \"mesh\"\nextents = [2, 4]\n", []int{2, 4}, ""},
		{"topology = \"torus\"\nextents = [16]\n", []int{16}, ""},
		{"topology = \"mesh\"\n", nil, ""},
		{"topology = \"mesh\"\nextents = [2, 3]\n", nil, "nodes is 8; the extents of the mesh hold 6"},
		{"topology = \"mesh\"\nextents = 8\n", nil, "extents must be an array"},
		{"topology = \"mesh\"\nextents = []\n", nil, "extents must be an array"},
		{"topology = \"mesh\"\nextents = [8, 0.5]\n", nil, "an extent is 0.5"},
		{"topology = \"mesh\"\nextents = [2000]\n", nil, "more than 1024 are not supported"},
		{"topology = \"fat-tree\"\narity = 1.5\n", nil, "arity is 1.5"},
		{"topology = \"tree\"\n", nil, "it must be hypercube, fat-tree"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text, _ := Text("ipsc860")
			before, after, _ := strings.Cut(text, "topology")
			_, after, _ = strings.Cut(after, "\n")
			m, diags := Parse("m.toml", []byte(before+c.keys+after))
			switch {
			case c.says == "" && (m == nil || !slices.Equal(m.Extents, c.want)):
				t.Errorf("%q: %v", c.keys, diags)
			case c.says != "" && (m != nil || len(diags) == 0 || !strings.Contains(diags[0].Message, c.says)):
				t.Errorf("%q: %v, want %q", c.keys, diags, c.says)
			}
		})
	}
}
