package machines

import (
	"slices"
	"strings"
	"testing"
)

func TestKept(t *testing.T) {
	text, _ := Text("cluster")
	cluster, _ := Parse("cluster.toml", []byte(text))
	for _, c := range []struct {
		name, from, to string
		in             bool
	}{
		{"as it was", "exp_s              = { value = 8.16e-9,", "exp_s              = { value = 8.16e-9,", true},
		{"another number", "exp_s              = { value = 8.16e-9,", "exp_s              = { value = 8.17e-9,", false},
		{"measured, by chance the same", "exp_s              = { value = 8.16e-9,", `exp_s              = { provenance = "measured", value = 8.16e-9,`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(text, c.from) {
				t.Fatal("the file has changed")
			}
			m, diags := Parse("own.toml", []byte(strings.Replace(text, c.from, c.to, 1)))
			if m == nil {
				t.Fatal(diags)
			}
			kept := m.Kept(cluster)
			if got := slices.Contains(kept, "processing.exp_s"); got != c.in {
				t.Errorf("exp_s kept: %v, want %v (%d kept)", got, c.in, len(kept))
			}
			if slices.Contains(kept, "memory.cache_bytes") {
				t.Error("a size is no time")
			}
		})
	}
}
