package machines

import (
	"os"
	"strings"
	"testing"
)

// docs/machines.md has every key, choice and provenance of the format.
func TestEverythingIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	words := append([]string{"name", "title", "nodes", "scheme", "reading", "compute", "provenance", "source", "segments", "collectives", "topology",
		string(Published), string(Measured), string(Fitted), string(Derived), string(Recalled)}, topologies...)
	words = append(words, readings...)
	for op, algorithms := range collectives {
		words = append(append(words, op), algorithms...)
	}
	for _, keys := range componentKeys {
		for _, k := range append(keys, segmentKeys...) {
			words = append(words, k.name)
		}
	}
	for _, word := range words {
		if !strings.Contains(string(doc), "`"+word+"`") && !strings.Contains(string(doc), word+" ") {
			t.Errorf("docs/machines.md lacks `%s`", word)
		}
	}
}
