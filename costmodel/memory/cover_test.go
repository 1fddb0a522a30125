package memory

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCoverCountsEachByte compares the share of stretches that are lost with that of a
// count of the lines on every byte of a way.
func TestCoverCountsEachByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		s := stretches{way: float64(int(8) << r.IntN(5)), line: 4, step: float64(r.IntN(90)), count: float64(1 + r.IntN(40)), length: float64(5 + r.IntN(150))}
		for range 1 + r.IntN(4) {
			from := float64(r.IntN(200) - 100)
			if k := len(s.from); k > 0 && r.IntN(2) == 0 { // on the way of another one
				from = s.from[k-1] + float64(r.IntN(9)-4)*s.step
			}
			s.from = append(s.from, from)
		}
		ways, beside := float64(1+r.IntN(8)), float64(r.IntN(4))/2
		begun := map[int]bool{}
		for _, from := range s.from {
			for i := range int(s.count) {
				begun[int(from)+i*int(s.step)] = true
			}
		}
		bytes := make([]float64, int(s.way))
		for x := range begun {
			for b := range int(s.length) {
				bytes[((x+b)%len(bytes)+len(bytes))%len(bytes)]++
			}
		}
		lost, all := 0.0, 0.0
		for _, lines := range bytes {
			all += lines
			lost += lines * full(lines+beside, ways)
		}
		if got, want := s.lost(ways, beside), lost/all; math.Abs(got-want) > 1e-12 {
			t.Fatalf("%d: %+v: %v of %v ways are lost beside %v, want %v", n, s, got, ways, beside, want)
		}
	}
}

// TestLinesCountsEachLine compares the same for stretches of one line with a count of the
// lines of each set.
func TestLinesCountsEachLine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 3000 {
		s := stretches{way: float64(int(8) << r.IntN(5)), line: 4, length: 4, step: float64(r.IntN(90)), count: float64(1 + r.IntN(60))}
		for range 1 + r.IntN(2) {
			s.from = append(s.from, float64(r.IntN(200)-100))
		}
		ways, beside := float64(1+r.IntN(8)), float64(r.IntN(4))/2
		touched := map[int]bool{}
		for _, from := range s.from {
			for i := range int(s.count) {
				touched[int(math.Floor((from+float64(i)*s.step)/s.line))] = true
			}
		}
		sets := make([]float64, int(s.way/s.line))
		for line := range touched {
			sets[(line%len(sets)+len(sets))%len(sets)]++
		}
		lost := 0.0
		for _, lines := range sets {
			lost += lines * full(lines+beside, ways)
		}
		if got, want := s.lost(ways, beside), lost/float64(len(touched)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%d: %+v: %v of %v ways are lost beside %v, want %v", n, s, got, ways, beside, want)
		}
	}
}
