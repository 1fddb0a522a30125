package microbench

import (
	"strings"
	"testing"
)

// What is hidden is what an exchange takes less than its parts one after the other, as a
// share of an exchange with one neighbour; by hand, at one size.
func TestSharesOfMessages(t *testing.T) {
	const messages = "message 0 1\nmessage 8 1\nmessage 64 1\nmessage 512 2\nmessage 2048 3\n"
	for _, c := range []struct {
		name, out  string
		concurrent float64 // negative: not measured
		overlap    float64
	}{
		{"nothing is hidden", "exchange 1 8 2\nexchange 2 8 4\nbeside 4 8 6\n", 0, 0},
		{"all is hidden", "exchange 1 8 2\nexchange 2 8 2\nbeside 4 8 4\n", 1, 1},
		{"a quarter and a half", "exchange 1 8 2\nexchange 2 8 3.5\nbeside 4 8 5\n", 0.25, 0.5},
		{"slower than one after the other", "exchange 1 8 2\nexchange 2 8 5\nbeside 4 8 7\n", 0, 0},
		{"the middle one of three sizes", "exchange 1 8 2\nexchange 2 8 4\nexchange 1 64 2\nexchange 2 64 3\nexchange 1 512 2\nexchange 2 512 2\n", 0.5, -1},
		{"work that is too short to hide it", "exchange 1 8 2\nbeside 1 8 2\n", -1, -1},
		{"not measured", "", -1, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := ParseNetwork(messages + c.out)
			if err != nil {
				t.Fatal(err)
			}
			for what, x := range map[string]struct {
				of   func() (float64, float64, bool)
				want float64
			}{"concurrent": {n.Concurrent, c.concurrent}, "overlap": {n.Overlap, c.overlap}} {
				t.Run(what, func(t *testing.T) {
					if got, _, measured := x.of(); measured != (x.want >= 0) || measured && got != x.want {
						t.Errorf("%g, %t; want %g", got, measured, x.want)
					}
				})
			}
		})
	}
}

// Several runs are one of medians, with the distance between them.
func TestRunsTogether(t *testing.T) {
	var runs []*Network
	for _, times := range []string{"1 10 5", "3 30 5", "2 20 4"} {
		f := strings.Fields(times)
		n, err := ParseNetwork("message 0 " + f[0] + "\nmessage 8 1\nmessage 64 1\nmessage 512 1\nexchange 1 8 2\nbeside 4 8 " + f[2] + "\nbarrier 2 0 " + f[1] + "\n")
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, n)
	}
	got := Together(runs)
	if m, c := got.Messages[0], got.Collectives[0]; m.Seconds != 2 || m.Spread != 0.5 || c.Seconds != 20 || c.Spread != 0.5 || got.Beside[0].Seconds != 5 || got.Messages[1].Spread != 0 {
		t.Errorf("%+v", got)
	}
	if runs[0].Messages[0].Seconds != 1 {
		t.Error("a run has been changed")
	}
}
