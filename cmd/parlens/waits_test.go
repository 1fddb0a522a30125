package main

import (
	"os"
	"testing"
)

// docs/waits.md shows what the command prints.
func TestWaitsAreAsDocumented(t *testing.T) {
	t.Chdir("../..")
	const path = "docs/waits.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	got := withOutput(t, string(data), shown)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != string(data) {
		t.Errorf("%s shows other output than the command prints, from %q on (-update writes it)", path, difference(got, string(data)))
	}
	if len(shown) != 2 {
		t.Errorf("%d programs", len(shown))
	}
}
