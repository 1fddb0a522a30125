package main

import "testing"

// docs/waits.md shows what the command prints.
func TestWaitsAreAsDocumented(t *testing.T) {
	t.Chdir("../..")
	if shown := asDocumented(t, "docs/waits.md"); len(shown) != 2 {
		t.Errorf("%d programs", len(shown))
	}
}
