package network

import (
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// value evaluates an expression with the numbers of a shipped machine.
func value(t *testing.T, machine string, build func(m Model) symbolic.Expr) float64 {
	t.Helper()
	m, err := machines.Load(machine, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := symbolic.NewArena()
	e := build(Model{A: a, M: m})
	env := map[string]float64{}
	for _, name := range m.Names() {
		n, _ := m.Number(name)
		env[name] = n.Value
	}
	v, err := a.Eval(e, env)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// By hand, in microseconds: Bokhari's two segments of the iPSC/860, the two of
// the cluster.
func TestMessage(t *testing.T) {
	cases := []struct {
		machine     string
		bytes, hops int64
		want        float64
	}{
		{"ipsc860", 0, 1, 75},
		{"ipsc860", 4, 1, 65 + 1.7 + 10},
		{"ipsc860", 100, 1, 65 + 42.5 + 10},
		{"ipsc860", 101, 1, 147 + 39.39 + 30.5},
		{"ipsc860", 1000, 3, 147 + 390 + 91.5},
		{"cluster", 256, 1, 2.25 + 0.04864},
		{"cluster", 16384, 1, 2.25 + 3.11296},
		{"cluster", 4194304, 1, 5.24 + 174.9024768},
	}
	for _, c := range cases {
		t.Run(c.machine, func(t *testing.T) {
			got := value(t, c.machine, func(m Model) symbolic.Expr { return m.Message(m.A.Int(c.bytes), m.A.Int(c.hops)) })
			if math.Abs(got*1e6-c.want) > 1e-9*c.want {
				t.Errorf("%s: %d bytes over %d hops take %g us, want %g", c.machine, c.bytes, c.hops, got*1e6, c.want)
			}
		})
	}
}

// Nine tenths of every further message are hidden on the cluster, nothing on
// the hypercube.
func TestMany(t *testing.T) {
	cases := []struct {
		machine  string
		messages int64
		further  bool
		want     float64 // of one message
	}{
		{"ipsc860", 0, false, 0}, {"ipsc860", 3, false, 3}, {"ipsc860", 3, true, 3},
		{"cluster", 0, false, 0}, {"cluster", 1, false, 1}, {"cluster", 3, false, 1.2}, {"cluster", 3, true, 0.3}, {"cluster", 0, true, 0},
	}
	for _, c := range cases {
		t.Run(c.machine, func(t *testing.T) {
			got := value(t, c.machine, func(m Model) symbolic.Expr { return m.Many(m.A.Int(c.messages), m.A.Int(1), c.further) })
			if math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%+v: %g", c, got)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		machine    string
		processors int64
		want       float64
	}{
		{"ipsc860", 1, 1}, {"ipsc860", 2, 1}, {"ipsc860", 4, 1}, {"ipsc860", 8, 1.5}, {"ipsc860", 16, 2}, {"cluster", 1024, 1},
	}
	for _, c := range cases {
		t.Run(c.machine, func(t *testing.T) {
			if got := value(t, c.machine, func(m Model) symbolic.Expr { return m.Distance(m.A.Int(c.processors)) }); got != c.want {
				t.Errorf("%+v: %g", c, got)
			}
		})
	}
}

func TestStages(t *testing.T) {
	got := value(t, "ipsc860", func(m Model) symbolic.Expr { return m.Stages(m.A.CeilLog2(m.A.Int(5)), m.A.Int(10), m.A.Int(1)) })
	if got != 33 {
		t.Errorf("three stages of 10 and 1 take %g", got)
	}
}
