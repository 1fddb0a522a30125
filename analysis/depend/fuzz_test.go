package depend

import (
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// FuzzAnalyze: no text makes the analysis panic, and it says the same twice.
func FuzzAnalyze(f *testing.F) {
	f.Add(stencils(40))
	for n := range uint64(20) {
		f.Add(randomProgram(rand.New(rand.NewPCG(n, 3)), n%2 == 0))
	}
	f.Add("subroutine s\nreal a(9)\ndo i=1,9,0\ni=i+1\na(i/0)=a(1:)\nexit\nend do\nend\n")
	f.Add("do i = 9223372036854775807, -9223372036854775807, 9223372036854775807\nend do\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 3000 {
			return
		}
		for _, u := range lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units {
			r := Analyze(u.Unit, Options{})
			if a, b := everything(r, u.Unit), everything(Analyze(u.Unit, Options{}), u.Unit); a != b {
				t.Errorf("two results:\n%s\n%s", a, b)
			}
		}
	})
}

// everything writes all that a result says.
func everything(r *Result, u *program.Unit) string {
	out := summary(r) + roles(r)
	for _, l := range r.Loops {
		out += l.Why + "\n"
	}
	for _, ref := range reads(u) {
		pin, _ := r.Onto(ref)
		out += pin.Why + "\n"
	}
	for _, d := range r.Diagnostics() {
		out += d.Message + "\n"
	}
	return out
}

// FuzzNest: no random nest depends on more than is found.
func FuzzNest(f *testing.F) {
	f.Add(uint64(1), true)
	f.Add(uint64(2), false)
	f.Fuzz(func(t *testing.T, n uint64, plain bool) {
		r := rand.New(rand.NewPCG(n, 11))
		text := randomProgram(r, plain)
		values := map[string]int64{"n": 4 + r.Int64N(4), "m": r.Int64N(8) - 2, "ks": []int64{1, 2, -1}[r.IntN(3)], "kq": 1, "t": 2}
		if problem := contradicts(unitOf(t, text), values, &tally{strict: plain}); problem != "" {
			t.Errorf("%s\nwith %v\n%s", problem, values, text)
		}
	})
}
