package advise

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// changesOf are all changes of loops in a program of one unit.
func changesOf(t *testing.T, text string) []loopChange { return changesIn(t, text, "") }

// changesIn are those in the unit of a name, "" for the first one.
func changesIn(t *testing.T, text, unit string) []loopChange {
	t.Helper()
	snap := snapshot("/w/p.f90", text)
	p, err := plan.Read(snap, "/w/p.f90", 1)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := snap.File("/w/p.f90")
	for _, u := range snap.Program(f).Units {
		if unit == "" || u.Name == unit {
			w := loopWriter{placed: placed{f, u.Fork()}, program: p}
			return w.all(func(int, int) float64 { return 1 })
		}
	}
	t.Fatalf("no unit %s", unit)
	return nil
}

func withLoops(t *testing.T, text string, c loopChange) string {
	t.Helper()
	f, _ := snapshot("/w/p.f90", text).File("/w/p.f90")
	out, err := f.Text.Apply(c.edits...)
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func looped(body string) string {
	return "program main\ninteger, parameter :: n = 7\nreal(8) :: a(0:9,0:9), b(0:9,0:9), s, x\ninteger :: i, j, k, m\n" + body + "\nend program\n"
}

// What dependences, bounds and scalars allow.
func TestWhichLoopsChange(t *testing.T) {
	const swap, mark = "in the order j, i", "INDEPENDENT"
	for body, want := range map[string][]string{
		"do i = 1, n\ndo j = 1, n\na(i,j) = b(i,j)\nend do\nend do":                              {swap, mark, mark},
		"do i = 1, n\ndo j = 1, n\na(i,j) = a(i-1,j)\nend do\nend do":                            {swap, mark},
		"do i = 1, n\ndo j = 1, n\na(i,j) = a(i-1,j-1)\nend do\nend do":                          {swap, mark}, // the inner one
		"do i = 1, n\ndo j = 1, n\na(i,j) = a(i-1,j+1)\nend do\nend do":                          {mark},
		"do i = 1, n\ndo j = 1, n\na(i,j) = a(i+1,j-1)\nend do\nend do":                          {mark},
		"do i = 1, n\ndo j = i, n\na(i,j) = b(i,j)\nend do\nend do":                              {mark, mark},
		"do i = 1, n\ndo j = 1, n\na(i,j) = a(j,i)\nend do\nend do":                              {mark}, // of the inner one: in a row it stores what no other of its iterations reads
		"do i = 1, n\ns = 0.0\ndo j = 1, n\na(i,j) = b(i,j)\nend do\nend do":                     {mark, mark},
		"do i = 1, n\ndo j = 1, n\ns = s + a(i,j)\nend do\nend do\nprint *, s":                   {mark, mark},
		"do i = 1, n\ndo j = 1, n\nx = a(i,j)\nb(i,j) = x\nend do\nend do":                       {swap, mark, mark},
		"do i = 1, n\ndo j = 1, n\nx = a(i,j)\nb(i,j) = x\nend do\nend do\nprint *, x":           {swap},
		"do i = 1, n\ndo j = 1, n\nb(i,j) = x\nx = a(i,j)\nend do\nend do":                       nil,
		"do i = 1, n\ndo j = 1, n\na(i,j) = b(i,j)\nif (i > 3) exit\nend do\nend do":             {},
		"do i = 1, n\ndo j = 1, n\na(i,j) = b(i,j)\nprint *, i\nend do\nend do":                  {},
		"do i = 1, n\ndo j = 1, n\ncall f(a(i,j))\nend do\nend do":                               {},
		"do i = n, 1, -1\ndo j = 1, n\na(i,j) = b(i,j)\nend do\nend do":                          {mark},
		"!HPF$ INDEPENDENT\ndo i = 1, n\ndo j = 1, n\na(i,j) = b(i,j)\nend do\nend do":           {mark},
		"m = n\ndo i = 1, n\ndo j = 1, m\na(i,j) = b(i,j)\nm = 5\nend do\nend do":                {},
		"do i = 1, n\ndo j = 1, n\nif (b(i,j) > 1.0) then\na(i,j) = 2.0\nend if\nend do\nend do": {swap, mark, mark},
	} {
		t.Run(body, func(t *testing.T) {
			var got []string
			for _, c := range changesOf(t, looped(body)) {
				got = append(got, c.label)
			}
			for _, w := range want {
				i := slices.IndexFunc(got, func(g string) bool { return strings.Contains(g, w) })
				if i < 0 {
					t.Fatalf("no %q in %q", w, got)
				}
				got = slices.Delete(got, i, i+1)
			}
			if len(got) > 0 {
				t.Errorf("%q too", got)
			}
		})
	}
}

// Labels, names, comments and capital letters stay where they are.
func TestHeadingsAreExchanged(t *testing.T) {
	text := looped("outer: DO I = 1, N ! rows\n  do 10, j = 2, n-1\n10 a(i,j) = b(i,j)\nEND DO outer")
	for _, c := range changesOf(t, text) {
		if strings.Contains(c.label, "order") {
			want := "outer: DO j = 2, n-1 ! rows\n  do 10, I = 1, N\n10 a(i,j)"
			if got := withLoops(t, text, c); !strings.Contains(got, want) {
				t.Errorf("%s", got)
			}
			return
		}
	}
	t.Error("no order")
}

// someNests is a program of random loop nests.
func someNests(r *rand.Rand) string {
	var b strings.Builder
	arrays := []string{"a", "b"}
	sub := func(depth int) string {
		vars := []string{"i", "j", "k"}[:depth]
		one := func() string {
			return fmt.Sprintf("%s%+d", vars[r.Intn(depth)], r.Intn(3)-1)
		}
		if r.Intn(3) > 0 {
			return fmt.Sprintf("(i%+d,j%+d)", r.Intn(3)-1, r.Intn(3)-1)
		}
		return "(" + one() + "," + one() + ")"
	}
	b.WriteString("do i = 0, 9\ndo j = 0, 9\na(i,j) = i*0.37d0 + j*1.21d0\nb(i,j) = i*0.9d0 - j*0.41d0\nend do\nend do\n")
	for range 3 {
		depth := 2 + r.Intn(2)
		bounds := []string{"do i = 1, n", "do j = 1, n", "do k = 2, 4"}
		if r.Intn(4) == 0 {
			bounds[1] = "do j = i, n"
		}
		for _, h := range bounds[:depth] {
			b.WriteString(h + "\n")
		}
		for range 1 + r.Intn(2) {
			x := arrays[r.Intn(2)]
			switch r.Intn(4) {
			case 0:
				fmt.Fprintf(&b, "x = %s%s*0.5d0\n%s%s = x + 0.1d0\n", arrays[r.Intn(2)], sub(depth), x, sub(depth))
			case 1:
				at := sub(depth)
				fmt.Fprintf(&b, "%s%s = %s%s + %s%s*0.25d0\n", x, at, x, at, arrays[r.Intn(2)], sub(depth))
			default:
				fmt.Fprintf(&b, "%s%s = %s%s*0.5d0 + %s%s*0.25d0\n", x, sub(depth), arrays[r.Intn(2)], sub(depth), arrays[r.Intn(2)], sub(depth))
			}
		}
		b.WriteString(strings.Repeat("end do\n", depth))
	}
	return looped(b.String() + "print *, a, b")
}

// finals executes a program, its INDEPENDENT loops in some order, and returns its arrays.
func finalArrays(t *testing.T, text string, order func(int) []int) string {
	t.Helper()
	units, err := elements.Parse("p.f90", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	counts, err := elements.Run(units[0], elements.Options{Scheme: scheme.Collective, Order: order})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return fmt.Sprintf("%x %x", counts.Values["a"], counts.Values["b"])
}

// Loops in another order store the same bits, and so do loops that are marked INDEPENDENT
// in whatever order their iterations are executed.
func TestChangedLoopsStoreTheSame(t *testing.T) {
	seeds := int64(60)
	if testing.Short() {
		seeds = 4
	}
	orders, marks := 0, 0
	for seed := range seeds {
		r := rand.New(rand.NewSource(seed))
		text := someNests(r)
		want := finalArrays(t, text, nil)
		for _, c := range changesOf(t, text) {
			changed := withLoops(t, text, c)
			ways := []func(int) []int{nil}
			if strings.Contains(c.label, "INDEPENDENT") {
				marks++
				ways = append(ways, func(n int) []int { return backwards(n) })
				for range 5 {
					ways = append(ways, r.Perm)
				}
			} else {
				orders++
			}
			for _, way := range ways {
				if finalArrays(t, changed, way) != want {
					t.Fatalf("seed %d: %s changes what is stored:\n%s\n%s", seed, c.label, text, changed)
				}
			}
		}
	}
	if orders < int(seeds)/2 || marks < int(seeds)/2 {
		t.Errorf("%d orders and %d marks of %d programs", orders, marks, seeds)
	}
}

func backwards(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = n - 1 - i
	}
	return out
}

// The compiler agrees: what programs print is the same with their loops in another order.
func TestInterchangedLoopsPrintTheSame(t *testing.T) {
	seeds := int64(8)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		text := someNests(rand.New(rand.NewSource(100 + seed)))
		want := printed(t, text)
		for _, c := range changesOf(t, text) {
			if changed := withLoops(t, text, c); strings.Contains(c.label, "order") && printed(t, changed) != want {
				t.Errorf("seed %d: %s:\n%s", seed, c.label, changed)
			}
		}
	}
}

// printed is what a program compiled by gfortran prints.
func printed(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "p.f90"), filepath.Join(dir, "p")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gfortran", "-O0", "-J", dir, "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	out, err := exec.Command(binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

const product3 = `program mm
  integer, parameter :: n = 48
  real(8) :: a(n,n), b(n,n), c(n,n)
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b, c
  do i = 1, n
    do j = 1, n
      do k = 1, n
        c(i,j) = c(i,j) + a(i,k)*b(k,j)
      end do
    end do
  end do
end program
`

// A matrix product whose innermost loop goes along rows is better with another order; the
// time is the one that the changed text takes.
func TestLoopsInAnotherOrder(t *testing.T) {
	s := settings.Settings{Machine: "cluster"}
	a := advised(t, product3, s, Effort{Predictions: 12, Most: 3})
	if len(a.Loops) == 0 || !strings.HasSuffix(a.Loops[0].Label, ", i") || a.Loops[0].Gain() < 1.3 || !a.Concerns(a.Loops[0], "/w/p.f90", 7) {
		t.Fatalf("%+v", a.Loops)
	}
	for _, x := range a.Loops {
		f, _ := snapshot("/w/p.f90", product3).File("/w/p.f90")
		text, err := f.Text.Apply(x.Changes[0].Edits...)
		if err != nil {
			t.Fatal(err)
		}
		if now := timeOf(t, "/w/p.f90", text.String(), s); !near(now, x.Time) || !(x.Time < a.Before.Time) {
			t.Errorf("%s: promised %v, it is %v\n%s", x.Label, x.Time, now, text)
		}
	}
}
