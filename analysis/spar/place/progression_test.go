package place

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// An arithmetic or geometric loop of Java, executed here by itself.
type javaLoop struct {
	start, bound, by int64
	op, step         string // c op bound; +=, -=, *=, /=
	form             string // while, do, for, early
}

func (l javaLoop) text() string {
	step := fmt.Sprintf("c %s %d", l.step, l.by)
	cond := fmt.Sprintf("c %s %d", l.op, l.bound)
	switch l.form {
	case "do":
		return fmt.Sprintf("int c = %d; do { y[c] = 1.0; %s; } while (%s); y[c] = 2.0;", l.start, step, cond)
	case "for":
		return fmt.Sprintf("int c; for (c = %d; %s; %s) { y[c] = 1.0; } y[c] = 2.0;", l.start, cond, step)
	case "early":
		change := map[string]string{"+=": "++", "-=": "--"}[l.step]
		return fmt.Sprintf("int c = %d; while (c%s %s %d) { y[c] = 1.0; } y[c] = 2.0;", l.start, change, l.op, l.bound)
	}
	return fmt.Sprintf("int c = %d; while (%d %s c) { y[c] = 1.0; %s; } y[c] = 2.0;", l.start, l.bound, mirror[l.op], step)
}

var mirror = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}

// run is the value of c in every iteration and after the loop; false without end.
func (l javaLoop) run() ([]int64, bool) {
	c, values := l.start, []int64{}
	holds := func() bool {
		switch l.op {
		case "<":
			return c < l.bound
		case "<=":
			return c <= l.bound
		case ">":
			return c > l.bound
		case ">=":
			return c >= l.bound
		}
		return c != l.bound
	}
	step := func() {
		switch l.step {
		case "+=":
			c += l.by
		case "-=":
			c -= l.by
		case "*=":
			c *= l.by
		default:
			c /= l.by
		}
	}
	goesOn := func() bool {
		ok := holds()
		if l.form == "early" {
			step()
		}
		return ok
	}
	for first := true; first && l.form == "do" || goesOn(); first = false {
		if values = append(values, c); len(values) > 3000 || c > 1<<40 {
			return nil, false
		}
		if l.form != "early" {
			step()
		}
	}
	return append(values, c), true
}

// The iterations of such loops, and where their elements live, are those of an
// execution.
func TestProgressions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	counted := 0
	for seed := range 3000 {
		l := javaLoop{
			start: r.Int64N(70), bound: r.Int64N(70), by: 1 + r.Int64N(5),
			op: pick("<", "<=", ">", ">=", "!="), step: pick("+=", "-=", "*=", "/="), form: pick("while", "do", "for", "early"),
		}
		if l.form == "early" {
			l.by, l.step = 1, pick("+=", "-=")
		}
		p := build(t, "globalpragmas <$ Processors = ((P q[1000000])) $>;\nclass a { static double y[*] <$ on = (lambda (i) q[i]) $> = new double[1000000]; static void main() { "+l.text()+" } }")
		var loop *Loop
		var owners []Owner
		stepsOf(p.Main.Body, func(s Step) {
			switch s := s.(type) {
			case *Loop:
				loop = s
			case *Move:
				if s.Local() && !s.To.IsReplicated() {
					owners = append(owners, s.To)
				}
			}
		})
		values, ends := l.run()
		a := p.Main.Arena
		hi, ok := a.ConstInt(loop.Hi)
		if !ok {
			if ends && l.by > 1 && l.step != "/=" && l.start > 0 {
				t.Fatalf("seed %d: %s: runs %d times, not found", seed, l.text(), len(values)-1)
			}
			continue
		}
		counted++
		lo, _ := a.ConstInt(loop.Lo)
		if hi = max(hi-lo, -1); !ends || int(hi)+1 != len(values)-1 {
			t.Fatalf("seed %d: %s: runs %d times, want %d", seed, l.text(), hi+1, len(values)-1)
		}
		env := map[string]float64{"P_q": 1000000}
		for i, want := range values {
			env[loop.Index] = float64(int(lo) + i)
			owner := owners[0]
			if i == len(values)-1 {
				if owner = owners[len(owners)-1]; owner.unknown(a) != "" {
					continue // behind a for that counts up
				}
			}
			if got, err := a.Eval(owner.Number(a), env); err != nil || want >= 0 && got != float64(want) {
				t.Fatalf("seed %d: %s: iteration %d stores on %v (%v), want %d", seed, l.text(), i, got, err, want)
			}
		}
	}
	if counted < 1500 {
		t.Errorf("%d loops of 3000 were counted", counted)
	}
}

func stepsOf(steps []Step, f func(Step)) {
	for _, s := range steps {
		f(s)
		switch s := s.(type) {
		case *Statement:
			stepsOf(s.Steps, f)
		case *Loop:
			stepsOf(s.Body, f)
		case *Branch:
			stepsOf(s.Then, f)
			stepsOf(s.Else, f)
		}
	}
}

// Bounds that a parameter gives: the length is a formula. N = 1000.
func TestSymbolicProgressions(t *testing.T) {
	for _, c := range []struct {
		loop string
		want float64
	}{
		{"int c = 0; while (c < n) c += 7;", 143},
		{"int c = 0; while (c <= n) c += 8;", 126},
		{"int c = n; while (c > 0) c--;", 1000},
		{"int c = n; while (c >= 10) c -= 10;", 100},
		{"int c = n; while (c-- > 0) ;", 1000},
		{"int c = 1; while (c < n) c *= 2;", 10},
		{"int c = 3; while (c <= n) c <<= 2;", 5}, // 3 12 48 192 768
		{"int c = 1; while (c != n) c++;", 999},
		{"int c = n; while (c > 1) c /= 2;", 9}, // 1000 500 250 125 62 31 15 7 3
		{"int c = n; while (c != 0) c >>= 1;", 10},
		{"int c = n; do c /= 2; while (c > 1);", 9},
		{"for (int c = n-1; c >= 0; c--) ;", 1000},
		{"int c = 2; while (c*c < n) c++;", 30},     // 2 to 31
		{"int c = 2; while (c*c <= n-39) c++;", 30}, // 31*31 = 961
		{"int c = 2; while (c*c < n-39) c++;", 29},
		{"for (int c = 3; c*c <= n; c += 2) ;", 15}, // 3, 5 to 31
		{"int c = 1; while (c*c < n) c *= 2;", 5},   // 1 2 4 8 16
		{"int c = 0-9; while (c*c < n) c++;", -1},
		// what stays unknown: changed twice, in a branch, skipped, the bound moves
		{"int c = n; while (c > 0) { c--; c--; }", -1},
		{"int c = n; while (c > 0) { if (c > 5) c--; }", -1},
		{"int c = n; while (c > 0) { if (c > 5) continue; c--; }", -1},
		{"int c = n; int d = 0; while (c > d) { c--; d++; }", -1},
		{"int c = n; while (c > 0) c++;", -1},
		{"int c = 1; while (c < n) c *= 3;", -1},
		{"int c = 0; while (c < n) c *= 2;", -1},
	} {
		t.Run(c.loop, func(t *testing.T) {
			p := build(t, "globalpragmas <$ Pamela = (numeric \"N\") $>;\nclass a { static int n = 5; <$ Pamela = (@n N) $> static void main() { "+c.loop+" } }")
			var loop *Loop
			stepsOf(p.Main.Body, func(s Step) {
				if l, ok := s.(*Loop); ok {
					loop = l
				}
			})
			a := p.Main.Arena
			env := map[string]float64{"N": 1000}
			for _, x := range a.Free(loop.Hi) {
				if strings.HasPrefix(x.Name, "n_0") && c.want < 0 {
					return // a question
				}
				env[x.Name] = 1000
			}
			got, err := a.Eval(loop.Hi, env)
			if err != nil || got+1 != c.want {
				t.Errorf("runs %v times (%v), want %v: %s", got+1, err, c.want, a.String(loop.Hi))
			}
		})
	}
}
