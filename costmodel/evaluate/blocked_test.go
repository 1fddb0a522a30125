package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A loop over blocks with a loop over each: 500 elements in 15 blocks of 32 and one of 20, however
// the program says how long they are and where the last one ends.
func TestLoopsOverBlocks(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a constant step", "do kb = 1, n, 32\nke = min(kb+31, n)\ndo k = kb, ke"},
		{"a PARAMETER", "do kb = 1, n, nb\nke = min(kb+nb-1, n)\ndo k = kb, ke"},
		{"a variable", "m = 32\ndo kb = 1, n, m\nke = min(kb+m-1, n)\ndo k = kb, ke"},
		{"in the bound", "do kb = 1, n, nb\ndo k = kb, min(kb+nb-1, n)"},
		{"a size of an array, too", "call use(work)\ndo kb = 1, n, nc\nke = min(n, kb+nc-1)\ndo k = kb, ke"},
		{"backwards", "do kb = n, 1, -nb\nke = max(kb-nb+1, 1)\ndo k = ke, kb"},
		{"by its number", "do l = 1, 16\nkb = (l-1)*nb + 1\nke = min(kb+nb-1, n)\ndo k = kb, ke"},
	} {
		for _, format := range []string{"block", "cyclic(32)", "*"} {
			t.Run(c.name+" of "+format, func(t *testing.T) {
				head := "program p\nparameter (n = 500, nb = 32, nc = 32)\nreal a(n), work(nc)\n!hpf$ processors q(4)\n!hpf$ distribute a(" + format + ") onto q\n"
				text := head + c.text + "\na(k) = a(k) + 1.0\nend do\nend do\nend program\n"
				u := reportOf(t, "p.f90", text, settings.Settings{})
				if got := lineIn(u, 1+strings.Count(strings.SplitAfter(text, "do k = ")[0], "\n")+1).Executions; got != 500 {
					t.Errorf("%g executions, want 500", got)
				}
				for _, x := range u.Units[0].Assumptions {
					if x.Name == "kb" || x.Name == "ke" {
						t.Errorf("%s = %v is asked for", x.Name, x.Value)
					}
				}
			})
		}
	}
}

// The panel of a blocked factorisation is one processor's, and the update behind it needs the
// panel, which no iteration of the update changes: a block of 8 columns is sent once.
func TestPanelsAreSentOnce(t *testing.T) {
	const text = "program lu\nparameter (n = 64, nb = 8)\nreal a(n,n)\n!hpf$ processors p(4)\n!hpf$ distribute a(*,cyclic(8)) onto p\ndo kb = 1, n, nb\nke = min(kb+nb-1, n)\n" +
		"do k = kb, ke\n!hpf$ independent\ndo j = k+1, ke\ndo i = k+1, n\na(i,j) = a(i,j) - a(i,k)*a(k,j)\nend do\nend do\nend do\n" +
		"!hpf$ independent\ndo j = ke+1, n\ndo k = kb, ke\ndo i = k+1, n\na(i,j) = a(i,j) - a(i,k)*a(k,j)\nend do\nend do\nend do\nend do\nend program\n"
	r := reportOf(t, "lu.f90", text, settings.Settings{})
	for _, c := range lineIn(r, 12).Comms {
		if c.TotalMessages != 0 {
			t.Errorf("inside the panel: %s", c.Reason)
		}
	}
	update := lineIn(r, 20)
	for _, c := range update.Comms {
		if c.TotalMessages > 8*3 { // at most to the three others, for each panel
			t.Errorf("behind the panel: %g messages, %s", c.TotalMessages, c.Reason)
		}
	}
	want := 0.0
	for kb := 1; kb <= 64; kb += 8 {
		for k := kb; k < kb+8; k++ {
			want += float64((64 - (kb + 7)) * (64 - k))
		}
	}
	if update.Executions != want { // 77,952
		t.Errorf("%g executions of the update, want %g", update.Executions, want)
	}
}

// A bound that begins elsewhere in each iteration around (red and black points) asks for nothing:
// messages that are hoisted take in all points, at most.
func TestStepsThatBeginElsewhere(t *testing.T) {
	for _, lo := range []string{"2 + mod(j,2)", "j", "n-1-mod(j,2), 2, -2"} {
		t.Run(lo, func(t *testing.T) {
			if lo[0] != 'n' {
				lo += ", n-1, 2"
			}
			r := reportOf(t, "p.f90", "program p\nparameter (n = 18)\nreal u(n,n)\n!HPF$ PROCESSORS p(2,2)\n!HPF$ DISTRIBUTE u(BLOCK,BLOCK) ONTO p\n!HPF$ INDEPENDENT\ndo j = 2, n-1\n!HPF$ INDEPENDENT\ndo i = "+lo+"\nu(i,j) = u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)\nend do\nend do\nend program\n", settings.Settings{})
			for _, x := range r.Units[0].Assumptions {
				if x.Name == "j" {
					t.Errorf("%s = %v (%s)", x.Name, x.Value, x.Source)
				}
			}
			for _, x := range lineIn(r, 10).Comms {
				if x.TotalMessages > 2 || x.TotalBytes > 4*16 {
					t.Errorf("%g messages of %g bytes in all, want at most 2 of 16 elements: %s", x.TotalMessages, x.TotalBytes, x.Reason)
				}
			}
		})
	}
}

// Bounds that are computed before from the index, bent by MOD, MIN, MAX or a quotient, go with
// the iterations that they are of.
func TestBoundsGoWithTheIndex(t *testing.T) {
	count := func(lo, hi func(i int) int) (n float64) {
		for i := 1; i <= 200; i++ {
			n += float64(max(0, hi(i)-lo(i)+1))
		}
		return n
	}
	index := func(i int) int { return i }
	for _, c := range []struct {
		text string
		want float64
	}{
		{"k = max(i-6, 1)\nb(k:i) = 1.0", count(func(i int) int { return max(i-6, 1) }, index)},
		{"k = mod(i, 10) + i\ndo j = i, k\nb(j) = 1.0\nend do", count(index, func(i int) int { return i%10 + i })},
		{"k = i/2\ndo j = k, i\nb(j) = 1.0\nend do", count(func(i int) int { return i / 2 }, index)},
		{"if (i > 6) then\nk = i - 5\nelse\nk = 1\nend if\ndo j = k, i\nb(j) = 1.0\nend do", count(func(i int) int { return max(i-5, 1) }, index)},
		{"k = 100\nif (i < 50 .or. i > 190) k = i\ndo j = k, i\nb(j) = 1.0\nend do", count(func(i int) int {
			if i < 50 || i > 190 {
				return i
			}
			return 100
		}, index)},
		{"if (i < 20) then\nk = i\nelse if (i < 100) then\nk = i - 2\nelse\nk = i - 4\nend if\ndo j = k, i\nb(j) = 1.0\nend do", count(func(i int) int {
			switch {
			case i < 20:
				return i
			case i < 100:
				return i - 2
			}
			return i - 4
		}, index)},
		{"k = i/3\nm = min(k, 40)\ndo j = m, k\nb(j) = 1.0\nend do", count(func(i int) int { return min(i/3, 40) }, func(i int) int { return i / 3 })},
	} {
		t.Run(c.text, func(t *testing.T) {
			text := "program p\nreal b(0:300)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE b(BLOCK) ONTO q\ndo i = 1, 200\n" + c.text + "\nend do\nend program\n"
			r, got := reportOf(t, "p.f90", text, settings.Settings{}), 0.0
			for _, l := range r.Units[0].Lines {
				if strings.HasPrefix(strings.Split(text, "\n")[l.Line-1], "b(") {
					got = l.Executions
				}
			}
			if got != c.want {
				t.Errorf("%g stores, want %g", got, c.want)
			}
		})
	}
}

// A step that is a variable costs what the same step costs as a number.
func TestVariableStepsCostWhatNumbersDo(t *testing.T) {
	time := func(t *testing.T, text, step string) float64 {
		return unitOf(t, "p.f90", "program p\nparameter (n = 100000)\nreal x(n), y(n), z(n,4)\nk = 3\nm = 1\n"+strings.ReplaceAll(text, "STEP", step)+"\nend program\n", settings.Settings{}).Charge.Computation
	}
	for _, c := range []struct{ text, step, number string }{
		{"do i = 1, n, STEP\ny(i) = y(i) + x(i)\nend do", "k", "3"},
		{"do i = 1, n, STEP\ny(i) = y(i) + x(i)\nend do", "m", "1"},
		{"do i = n, 1, STEP\ny(i) = y(i) + 1.0\nend do", "-k", "-3"},
		{"do j = 1, 4\ndo i = 1, n, STEP\nz(i,j) = z(i,j) + x(i)\nend do\nend do", "k", "3"},
	} {
		t.Run(c.text+" of "+c.step, func(t *testing.T) {
			if got, want := time(t, c.text, c.step), time(t, c.text, c.number); math.Abs(got-want) > 0.02*want {
				t.Errorf("%g s with %s, %g with %s", got, c.step, want, c.number)
			}
		})
	}
}
