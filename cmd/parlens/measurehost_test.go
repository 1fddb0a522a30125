package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestCachesAsTold(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"48K/12", "[{L1 49152 12 64}]"},
		{"32k/8, 1m/16, 32M/16", "[{L1 32768 8 64} {L2 1048576 16 64} {L3 33554432 16 64}]"},
		{"48/12", `"48/12"`},
		{"48K", `"48K"`},
		{"48K/12x", `"48K/12X"`},
		{"0K/8", `"0K/8"`},
		{"9999999M/8", `"9999999M/8"`},
		{"48K/0", `"48K/0"`},
		{"48K/12,48K/12", `"48K/12" is no cache`},
		{"48K/12,", `""`},
	} {
		t.Run(c.text, func(t *testing.T) {
			caches, err := parseCaches(c.text)
			got := fmt.Sprint(caches)
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
