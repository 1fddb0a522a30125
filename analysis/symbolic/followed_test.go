package symbolic

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestFollowedIsWhatIsFollowed asks one tape for segments again and again, more than
// it remembers, and compares with segments that are followed anew.
func TestFollowedIsWhatIsFollowed(t *testing.T) {
	a := NewArena()
	x, y := a.Sym("x", Index), a.Sym("y", Real)
	tape := a.Compile(a.Max(a.Mul(x, y), a.Int(7)), a.FloorDiv(x, a.Int(3)), a.Cond(a.Le(x, a.Int(5)), y, a.Int(0)))
	r := rand.New(rand.NewPCG(3, 4))
	seen, again := map[string]bool{}, 0
	for range 4 * mostSegments {
		in := []Poly{{float64(r.IntN(40)), float64(r.IntN(3))}, {float64(r.IntN(20)) / 4}}
		limit := float64(1 + r.IntN(2))
		got, want := fmt.Sprint(tape.Along(in, limit)), fmt.Sprint(tape.follow(in, limit))
		if got != want {
			t.Fatalf("from %v, at most %v steps: %s, want %s", in, limit, got, want)
		}
		key := fmt.Sprint(in, limit)
		if seen[key] {
			again++
		}
		seen[key] = true
	}
	if again < mostSegments/2 || len(tape.followed.segments) > mostSegments {
		t.Errorf("%d asked again; %d remembered", again, len(tape.followed.segments))
	}
}
