package spar

import (
	"fmt"
	"testing"
)

// What an anonymous class does is not modelled, and said once where its object is made.
func TestSparAnonymousClasses(t *testing.T) {
	for body, want := range map[string]int{"{ void run() { s = 2.0; } }": 1, "": 0} {
		t.Run(body, func(t *testing.T) {
			r, _ := sparUnit(t, fmt.Sprintf(`static double s;
static class job { void run() { s = 1.0; } }
static void main() {
job j = new job()%s; j.run(); }`, body))
			found := 0
			for _, d := range r.Diagnostics {
				if d.Code == "spar-anonymous" {
					found++
				}
			}
			if found != want {
				t.Errorf("new job()%s: %d warnings, want %d", body, found, want)
			}
		})
	}
}
