package lsp

import "testing"

func TestGarbageIsBounded(t *testing.T) {
	for _, c := range []struct{ megabytes, percent, atMost int64 }{{0, 800, 0}, {6, 800, 54}, {16, 300, 64}, {48, 100, 96}, {900, 100, 1800}} {
		percent := garbageFor(c.megabytes << 20)
		if all := c.megabytes * (100 + percent) / 100; percent != c.percent || all > c.atMost {
			t.Errorf("%d MB in use: %d%%, want %d%%; %d MB at most, want %d", c.megabytes, percent, c.percent, all, c.atMost)
		}
	}
}
