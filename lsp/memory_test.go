package lsp

import (
	"testing"

	"fmt"
)

func TestGarbageIsBounded(t *testing.T) {
	for _, c := range []struct{ megabytes, percent, atMost int64 }{
		{0, 800, 0}, {6, 800, 54}, {16, 600, 112}, {32, 300, 128}, {96, 100, 192},
		{512, 100, 1024}, {800, 28, 1024}, {1000, 25, 1250},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			percent := garbageFor(c.megabytes<<20, DefaultMemory)
			if all := c.megabytes * (100 + percent) / 100; percent != c.percent || all > c.atMost {
				t.Errorf("%d MB in use: %d%%, want %d%%; %d MB at most, want %d", c.megabytes, percent, c.percent, all, c.atMost)
			}
		})
	}
}
