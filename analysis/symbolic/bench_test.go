package symbolic

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// direct evaluates the models by their loops.
func direct(name string, n, p int, tc, tl, tg float64) float64 {
	most := func(lo int, owner func(int) int) float64 {
		count := make([]float64, p)
		for j := lo; j < n; j++ {
			count[owner(j)]++
		}
		return slices.Max(count)
	}
	m := (n + p - 1) / p
	block := func(j int) int { return j / m }
	cyclic := func(j int) int { return j % p }
	gauss := func(owner func(int) int) float64 {
		sum := 0.0
		for k := 0; k <= n-2; k++ {
			below := float64(n - 1 - k)
			sum += below*float64(p)*tg + most(k+1, owner)*below*(2*tc+tl)
		}
		return sum
	}
	switch name {
	case "adi":
		return tc + float64(max(0, n-2))*most(0, block)*4*(tc+tl)
	case "matmul":
		return float64(n) * (float64(n)*(float64(p)*tg+tl-tg) + most(0, block)*float64(n)*(2*tc+tl))
	case "gauss block":
		return gauss(block)
	case "gauss cyclic":
		return gauss(cyclic)
	}
	part := float64(m)
	return 2*1.9*tc*part*math.Log2(max(2, part)) + float64(p)*float64(p)*float64(p)*tg + most(0, block)*(3*tc+tl+tg)
}

// TestModelsClose: no loop is left in the simplified models, and they give what
// the loops give.
func TestModelsClose(t *testing.T) {
	m := newModels()
	for name, e := range m.all() {
		s := m.a.Simplify(e)
		m.a.eachNode([]Expr{s}, func(x Expr) {
			if o := m.a.op(x); o == opSum || o == opMaxO {
				t.Errorf("%s: a loop is left: %s", name, m.a.String(x))
			}
		})
		for _, n := range []int{1, 2, 3, 7, 10, 24, 25, 61} {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				for _, p := range []int{1, 2, 3, 4, 7, 20, 70} {
					t.Run(fmt.Sprint(p), func(t *testing.T) {
						env := map[string]float64{"N": float64(n), "P": float64(p), "t_c": 0.5, "t_l": 0.25, "t_g": 2}
						want := direct(name, n, p, 0.5, 0.25, 2)
						for _, x := range []Expr{e, s} {
							got, err := m.a.Eval(x, env)
							if err != nil || math.Abs(got-want) > 1e-9*math.Abs(want) {
								t.Fatalf("%s N=%d P=%d: %v %v, want %v\n%.1000s", name, n, p, got, err, want, m.a.String(x))
							}
						}
					})
				}
			})
		}
		t.Logf("%s: %d nodes, tape %d, %.200s", name, m.a.Size(s), m.a.Compile(s).Len(), m.a.String(s))
	}
}

func BenchmarkModels(b *testing.B) {
	m := newModels()
	all := m.all()
	for _, name := range []string{"adi", "matmul", "gauss block", "gauss cyclic", "psrs"} {
		tape := m.a.Compile(m.a.Simplify(all[name]))
		for _, p := range []float64{20, 1e6} {
			b.Run(fmt.Sprintf("%s/P=%g", name, p), func(b *testing.B) {
				in := []float64{2e6, p, 7e-9, 1.1e-7, 3e-7}
				for i, s := range tape.Inputs() {
					in[i] = map[string]float64{"N": 2e6, "P": p, "t_c": 7e-9, "t_l": 1.1e-7, "t_g": 3e-7}[s.Name]
				}
				in = in[:len(tape.Inputs())]
				var out [1]float64
				b.ReportAllocs()
				for b.Loop() {
					if err := tape.Eval(in, out[:]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tape.Len()), "ns/instruction")
			})
		}
	}
}

// BenchmarkBuildLargeModel builds and simplifies what a 3,500-line generated
// model amounts to: some 1,200 statements with costs and owners under loops, in
// 30 processes that a main process calls.
func BenchmarkBuildLargeModel(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		m := newModels()
		var main []Expr
		for f := range 30 {
			var process []Expr
			for k := range 40 {
				process = append(process, m.statement(40*f+k))
			}
			main = append(main, m.a.Simplify(m.a.Add(process...)))
		}
		m.a.Simplify(m.a.Add(main...))
	}
}

func (m models) statement(k int) Expr {
	a := m.a
	work := a.Add(a.Mul(a.Int(int64(k%5+1)), m.tc), m.tl)
	switch k % 3 {
	case 0:
		return m.everywhere(a.Int(int64(k%7)), work, m.blockOwner)
	case 1:
		return a.Sum("i", a.Int(1), a.Sub(m.n, a.Int(int64(k%9))), a.Max(work, a.Mul(a.Int(2), m.tg)))
	}
	return a.Mul(m.n, a.Max(a.Add(work, m.tg), a.Mul(a.Int(int64(k%4)), m.tg)))
}

func BenchmarkIntern(b *testing.B) {
	m := newModels()
	b.ReportAllocs()
	for b.Loop() {
		m.a.Add(m.a.Mul(m.n, m.tc), m.p)
	}
}
