package calculus

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// charge = amount * dT/d(amount) wherever T is smooth: the amount of one delay
// is made a little larger and a little smaller, and where both slopes agree
// they are the charge.
func TestChargeIsTheSlopeOfT(t *testing.T) {
	tried, ties := 0, 0
	for seed := range seeds(t, 2000) {
		g := newGenerator(seed)
		term := g.term(depth(seed))
		env := g.env()
		charges, err := New(g.a).Charges(term, env)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range charges {
			up, down := slope(g, x.Delay, term, env, 1e-6), slope(g, x.Delay, term, env, -1e-6)
			if !close6(up, down) {
				ties++
				continue
			}
			if tried++; !close6(up, x.Seconds) {
				t.Fatalf("seed %d, delay %d: charged %v, slope %v", seed, x.Delay.Tag, x.Seconds, up)
			}
		}
	}
	t.Logf("%d delays, %d more at ties", tried, ties)
}

// slope is amount * dT/d(amount): T with the amount scaled by 1+h.
func slope(g *generator, l *Delay, term Term, env map[string]float64, h float64) float64 {
	e := enumerator{g.a, env}
	before := e.term(term).T
	old := l.Amount
	l.Amount = g.a.Mul(g.a.Real(1+h), old)
	after := e.term(term).T
	l.Amount = old
	return (after - before) / h
}

func close6(x, y float64) bool { return x-y < 1e-4*(1+x) && y-x < 1e-4*(1+y) }

// One winner, by the rules: path before resource, then the smaller resource or
// index, then source order.
func TestWinners(t *testing.T) {
	a := symbolic.NewArena()
	i := a.Sym("i", symbolic.Index)
	use := func(tag int, r, amount symbolic.Expr) *Delay { return &Delay{Tag: tag, Resource: r, Amount: amount} }
	n := func(v int64) symbolic.Expr { return a.Int(v) }
	for _, c := range []struct {
		name string
		term Term
		want string
	}{
		{"longest branch", &Parallel{[]Term{use(1, n(0), n(3)), use(2, n(1), n(7))}}, "1:0 2:7"},
		{"busiest resource", &Parallel{[]Term{use(1, n(0), n(3)), use(2, n(0), n(7)), use(3, n(1), n(8))}}, "1:3 2:7 3:0"},
		{"path before resource", &Parallel{[]Term{use(1, n(0), n(3)), use(2, n(0), n(4)), use(3, n(1), n(7))}}, "1:0 2:0 3:7"},
		{"first branch", &Parallel{[]Term{use(1, n(1), n(7)), use(2, n(0), n(7))}}, "1:7 2:0"},
		{"smaller resource", &Parallel{[]Term{
			use(1, n(2), n(3)), use(2, n(2), n(4)), use(3, n(1), n(5)), use(4, n(1), n(2)),
		}}, "1:0 2:0 3:5 4:2"},
		{"smallest index", &ParallelOver{"i", n(0), n(9), &Serial{[]Term{use(1, i, n(2)), use(2, i, a.Min(i, n(3)))}}}, "1:2 2:3"},
		{"resource of a range", &ParallelOver{"i", n(0), n(9), use(1, a.FloorDiv(i, n(4)), n(2))}, "1:8"},
		{"two servers", &Parallel{[]Term{
			&Delay{Tag: 1, Resource: n(0), Servers: n(2), Amount: n(6)}, &Delay{Tag: 2, Resource: n(0), Servers: n(2), Amount: n(8)},
		}}, "1:0 2:8"},
		{"shares", &If{Weight: a.Rat(1, 4), Then: use(1, n(0), n(8)), Else: use(2, n(0), n(4))}, "1:2 2:3"},
		{"nothing", &ParallelOver{"i", n(1), n(0), use(1, i, n(2))}, "1:0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			charges, err := New(a).Charges(c.term, nil)
			got := ""
			for _, x := range charges {
				got += fmt.Sprintf(" %d:%v", x.Delay.Tag, x.Seconds)
			}
			if err != nil || got != " "+c.want {
				t.Errorf("%s: charges%s, want %s (%v)", c.name, got, c.want, err)
			}
		})
	}
}

func TestChargeLimits(t *testing.T) {
	a := symbolic.NewArena()
	i := a.Sym("i", symbolic.Index)
	long := &SerialOver{"i", a.Int(1), a.Int(1 << 40), &Delay{Amount: i}}
	if _, err := New(a).Charges(long, nil); err != ErrTooManySteps {
		t.Errorf("error %v", err)
	}
	uniform := &SerialOver{"i", a.Int(1), a.Int(1 << 40), &Delay{Amount: a.Int(1)}}
	if x, err := New(a).Charges(uniform, nil); err != nil || x[0].Seconds != 1<<40 {
		t.Errorf("charges %v, %v", x, err)
	}
	if _, err := New(a).Charges(&Delay{Amount: a.Sym("x", symbolic.Real)}, nil); err == nil {
		t.Error("a symbol without a value is accepted")
	}
}
