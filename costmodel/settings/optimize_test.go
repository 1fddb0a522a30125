package settings

import (
	"fmt"
	"testing"
)

func TestParseOptimize(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"", "[]string(nil) <nil>"}, {"none", "[]string{} <nil>"}, {"inline, reorder", `[]string{"inline", "reorder"} <nil>`},
		{"unroll", `[]string(nil) "unroll" is no optimization; there are reorder, inline, and none`},
		{"inline,none", `[]string(nil) "none" is no optimization; there are reorder, inline, and none`},
	} {
		t.Run(c.text, func(t *testing.T) {
			names, err := ParseOptimize(c.text)
			if got := fmt.Sprintf("%#v %v", names, err); got != c.want {
				t.Errorf("%q: %s, want %s", c.text, got, c.want)
			}
		})
	}
}
