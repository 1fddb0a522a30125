package pamela

import (
	"fmt"
	"strings"
	"testing"
)

// One evaluation of the simplified T_main and omega_main, for few and for many
// processors.
func BenchmarkEvaluate(b *testing.B) {
	for _, file := range []string{"adi-j.pam", "adi-i.pam", "matmul.pam", "gauss.pam", "gauss-cyclic.pam", "psrs.pam"} {
		m := compile(b, file, nil)
		for _, name := range []string{"T_main", "omega_main"} {
			benchmarkOutput(b, m, file, name)
		}
	}
}

func benchmarkOutput(b *testing.B, m *Model, file, name string) {
	tape := m.arena.Compile(one(b, m, name).Expr)
	for _, P := range []float64{20, 1_000_000} {
		env := map[string]float64{"N": 2_000_000, "P": P, "M_net": 1, "t_c": 7e-9, "t_l": 1.1e-7, "t_g": 1.6e-7, "k": 3.53e-7}
		in := make([]float64, len(tape.Inputs()))
		for i, s := range tape.Inputs() {
			in[i] = env[s.Name]
		}
		b.Run(fmt.Sprintf("%s/%s/P=%.0f", file, name, P), func(b *testing.B) {
			var out [1]float64
			b.ReportAllocs()
			for b.Loop() {
				if err := tape.Eval(in, out[:]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// generated is a model as a compiler writes it: many small procedures with
// comments, like those of paper 004, appendix A.
func generated(lines int) string {
	var b strings.Builder
	b.WriteString("#include \"gpp.pam\"\nnumeric parameter N\nnumeric parameter P\n")
	n := 0
	for strings.Count(b.String(), "\n") < lines-30 {
		fmt.Fprintf(&b, `
%%-----------------------------------------------
%% procedure %d
%%-----------------------------------------------
process f_%d(p, i) = {
    %% statement: a = b * c
    compute(p)
    ;
    load(p)
    %% statement: if (static) { ... }
    ;
    if (never_%d) {
        compute(p)
        ;
        load(p)
    }
    %% statement: for (j :- 0 : N)
    ;
    seq (j = 0, N - 1) {
        compute(j div (N div P))
        ;
        move(p, j div (N div P))
    }
}
numeric never_%d = 0.000000
`, n, n, n, n)
		n++
	}
	b.WriteString("process main = {\n    delay(0)\n")
	for i := range n {
		if i%20 == 0 {
			fmt.Fprintf(&b, "    ; par (i = 0, N - 1) f_%d(i div (N div P), i)\n", i)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// Parse, evaluate, transform and simplify a model of 3,500 lines.
func BenchmarkCompile3500Lines(b *testing.B) {
	text := generated(3500)
	b.ReportAllocs()
	for b.Loop() {
		m := Compile(models+"generated.pam", text, Options{Include: read})
		if len(m.Diagnostics) > 0 {
			b.Fatal(m.Diagnostics[0])
		}
		for _, o := range m.Outputs() {
			m.Simplify(o)
		}
	}
	b.ReportMetric(float64(strings.Count(text, "\n")), "lines")
}
