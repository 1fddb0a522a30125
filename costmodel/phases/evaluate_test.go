package phases

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/machines"
)

func evaluated(t *testing.T, text, variant, machine string, values map[string]float64) *Result {
	t.Helper()
	m, diags := Parse("test.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	on, err := machines.Load(machine, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.For(variant, on)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := m.Defaults("")
	for n, v := range values {
		all[n] = v
	}
	r, err := p.Evaluate(all)
	if err != nil {
		t.Fatal(err)
	}
	p.Compared(r)
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }

// comm is a message on the Paragon.
func comm(bytes float64) float64 { return 1.43e-4 + bytes*2.994e-8 }

// By hand: L = 25 with X, 100 with Y; two steps.
func TestByHand(t *testing.T) {
	x := evaluated(t, base, "X", "paragon", nil)
	if want := 2 * (250/1e6 + 3*comm(200)); !near(x.Time, want) || x.Processors != 4 || x.Steps != 2 {
		t.Errorf("X takes %v, want %v", x.Time, want)
	}
	y := evaluated(t, base, "Y", "paragon", nil)
	if want := 2 * (1000/1e6 + 800/2e6 + 80000/4e6 + 3*comm(800)); !near(y.Time, want) {
		t.Errorf("Y takes %v, want %v", y.Time, want)
	}
	c := y.Phases[1]
	if c.Starts != 800 || c.Work != 80000 || y.Phases[2].Messages != 3 || y.Phases[2].Bytes != 2400 {
		t.Errorf("%+v", y.Phases)
	}
	alone := 2 * (1000 / 1e6)
	if !near(x.Sequential, alone) || !near(x.Speedup, alone/x.Time) || !near(x.Efficiency, alone/x.Time/4) {
		t.Errorf("speedup %v of %v", x.Speedup, x.Sequential)
	}
}

// The parts sum to the whole, for every variant of the shipped model.
func TestPartsSumToTheWhole(t *testing.T) {
	m, paragon := pstswm(t)
	for _, v := range m.VariantNames() {
		p, err := m.For(v, paragon)
		if err != nil {
			t.Fatal(err)
		}
		values, _ := m.Defaults("T85")
		r, err := p.Evaluate(values)
		if err != nil {
			t.Fatal(err)
		}
		sum, share := 0.0, 0.0
		for _, ph := range r.Phases {
			sum, share = sum+ph.Seconds, share+ph.Share
		}
		if !near(sum*r.Steps, r.Time) || !near(share, 1) {
			t.Errorf("%s: phases take %v, all %v", v, sum*r.Steps, r.Time)
		}
	}
}

// The communication library, message by message.
func TestOperations(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  float64
	}{
		{`operation = "transpose"` + "\n" + `among = "P"`, 7 * comm(1000)},
		{`operation = "ring"` + "\n" + `among = "P"`, 7 * comm(1000)},
		{`operation = "broadcast"` + "\n" + `among = "P"`, 3 * comm(1000)},
		{`operation = "broadcast"` + "\n" + `among = "P - 1"`, 3 * comm(1000)},
		{`operation = "exchange"` + "\n" + `among = "P"`, 3 * comm(1000)},
		{`operation = "exchange"` + "\n" + `among = "P - 3"`, 3 * comm(1000)},
		{`operation = "messages"` + "\n" + `messages = "P / 4"`, 2 * comm(1000)},
		{`operation = "ring"` + "\n" + `among = "P"` + "\ntimes = 2", 14 * comm(1000)},
		{`operation = "ring"` + "\n" + `among = 1`, 0},
		{`operation = "ring"` + "\n" + `among = "P"` + "\n" + `when = "P > 8"`, 0},
	} {
		t.Run(c.lines, func(t *testing.T) {
			r := evaluated(t, "[parameters]\nP = 8\n[[phase]]\nname = \"m\"\nkind = \"communication\"\nbytes = 1000\n"+c.lines, "", "paragon", nil)
			if !near(r.Time, c.want) {
				t.Errorf("%v, want %v", r.Time, c.want)
			}
		})
	}
	r := evaluated(t, "[parameters]\nP = 8\n[[phase]]\nname = \"m\"\nkind = \"communication\"\noperation = \"exchange\"\namong = \"P\"\nbytes = \"800 / 2^step\"", "", "paragon", nil)
	if want := comm(400) + comm(200) + comm(100); !near(r.Time, want) {
		t.Errorf("an exchange of halves takes %v, want %v", r.Time, want)
	}
}

const unequal = `
total = "%"
[parameters]
P = 3
[mesh]
p = "P"
[[phase]]
name = "up"
work = "1 + p"
rate_per_s = 1
[[phase]]
name = "down"
work = "3 - p"
rate_per_s = 1
`

// Loads 1, 2, 3 and then 3, 2, 1: 6 as the sum of the maxima (equation 3), 4 as
// the largest sum (section 2.2).
func TestTotals(t *testing.T) {
	for total, want := range map[string]float64{"phases": 6, "processors": 4} {
		t.Run(total, func(t *testing.T) {
			r := evaluated(t, strings.Replace(unequal, "%", total, 1), "", "paragon", nil)
			sum := 0.0
			for _, p := range r.Phases {
				sum += p.Seconds
			}
			if r.Time != want || sum != want {
				t.Errorf("%s: %v, phases %v, want %v", total, r.Time, sum, want)
			}
		})
	}
}

// The five parts of a message: with synchronous messages nothing is copied.
func TestProtocols(t *testing.T) {
	text, _ := machines.Text("paragon")
	text = strings.Replace(text, "overlap_share ", `send_setup_s = 1e-3
send_copy_s = 2e-3
send_copy_per_byte_s = 1e-6
transmission_s = 4e-3
transmission_per_byte_s = 2e-6
receive_setup_s = 8e-3
receive_copy_s = 16e-3
receive_copy_per_byte_s = 4e-6
overlap_share `, 1)
	m, diags := machines.Parse("p.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	for protocol, want := range map[string]float64{"buffered": 31e-3 + 7e-3, "synchronous": 13e-3 + 2e-3} {
		t.Run(protocol, func(t *testing.T) {
			model, diags := Parse("x.toml", []byte(`protocol = "`+protocol+`"
[[phase]]
name = "m"
kind = "communication"
operation = "messages"
messages = 1
bytes = 1000`))
			if model == nil {
				t.Fatal(diags)
			}
			p, err := model.For("", m)
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Evaluate(map[string]float64{})
			if err != nil || !near(r.Time, want) {
				t.Errorf("%s: %v, %v, want %v", protocol, r, err, want)
			}
		})
	}
	if _, exact := LibraryOf(m, "synchronous"); !exact {
		t.Error("the five are given, and only their sum is used")
	}
	paragon, _ := machines.Load("paragon", nil)
	if _, exact := LibraryOf(paragon, "synchronous"); exact {
		t.Error("the Paragon's sum is taken apart")
	}
}

// A machine's own rate comes before that of the phase, and one must be there.
func TestRatesOfMachines(t *testing.T) {
	r := evaluated(t, base+"[rates.cluster]\ncompute = 1e9\n", "X", "cluster", map[string]float64{"P": 1})
	if want := 2 * 1000 / 1e9; !near(r.Time, want) {
		t.Errorf("%v, want %v", r.Time, want)
	}
	m, _ := Parse("x.toml", []byte(strings.Replace(base, "rate_per_s = 1e6\n", "", 1)))
	on, _ := machines.Load("paragon", nil)
	if _, err := m.For("X", on); err == nil || !strings.Contains(err.Error(), "no rate on paragon") {
		t.Errorf("error %v", err)
	}
}

func TestWrongValues(t *testing.T) {
	m, _ := Parse("x.toml", []byte(base))
	on, _ := machines.Load("paragon", nil)
	p, _ := m.For("X", on)
	for name, v := range map[string]float64{"P": 0, "N": 1.5, "P ": 1} {
		t.Run(name, func(t *testing.T) {
			values, _ := m.Defaults("")
			values[strings.TrimSpace(name)] = v
			if strings.HasSuffix(name, " ") {
				delete(values, "N")
			}
			if _, err := p.Evaluate(values); err == nil {
				t.Errorf("%s = %v is taken", name, v)
			}
		})
	}
	if _, err := m.For("Z", on); err == nil {
		t.Error("there is a variant Z")
	}
}

// The meshes of a product are all of its factorisations, once each.
func TestMeshes(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for _, names := range [][]string{{"P"}, {"A", "B"}, {"A", "B", "C"}} {
			seen := map[string]bool{}
			for _, m := range (Over{Names: names}).Meshes(n) {
				product := 1
				for _, x := range m {
					product *= x
				}
				if product != n || seen[MeshName(m)] || len(m) != len(names) {
					t.Errorf("%d over %v: %v", n, names, m)
				}
				seen[MeshName(m)] = true
			}
			count := 0
			for a := 1; a <= n; a++ {
				for b := 1; b <= n; b++ {
					if len(names) == 1 && a*1 == n && b == 1 || len(names) == 2 && a*b == n || len(names) == 3 && n%(a*b) == 0 {
						count++
					}
				}
			}
			if len(seen) != count {
				t.Errorf("%d over %v: %d meshes, want %d", n, names, len(seen), count)
			}
		}
	}
}

func TestParseOver(t *testing.T) {
	m, _ := Parse("x.toml", []byte(base))
	o, err := m.ParseOver("P*N = 8, 64")
	if err != nil || len(o.Names) != 2 || len(o.Products) != 2 || o.Products[1] != 64 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, wrong := range []string{"", "P", "P=", "P=0", "P=x", "Q=4", "R=4", "P*P=4", "=4", "P=8,"} {
		t.Run(wrong, func(t *testing.T) {
			if _, err := m.ParseOver(wrong); err == nil {
				t.Errorf("%q is taken", wrong)
			}
		})
	}
}
