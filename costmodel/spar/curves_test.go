package spar

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
)

// curve is T(P) of one example with one of the parameter sets of table 4.1.
type curve struct {
	file    string
	label   string
	pattern float64 // 0: as the program and its machine are
	n       int
}

// figures are the plots of paper 004, section 4, with the same sizes.
var figures = []struct {
	name, title string
	curves      []curve
}{
	{"spar-adi", "ADI, 1024 x 1024 (figure 4.1)", []curve{{"adi.spar", "columns distributed", 1, 1024}, {"adi_rows.spar", "rows distributed", 1, 1024}}},
	{"spar-matmul", "MATMUL (figure 4.2)", []curve{{"matmul.spar", "N = 256", 2, 256}, {"matmul.spar", "N = 512", 2, 512}, {"matmul.spar", "N = 1024", 2, 1024}}},
	{"spar-gauss-ji", "GAUSS, 512 x 512, update column by column (figure 4.3)", []curve{{"gauss.spar", "block", 3, 512}, {"gauss_cyclic.spar", "cyclic", 3, 512}}},
	{"spar-gauss-ij", "GAUSS, 512 x 512, update row by row (figure 4.4)", []curve{{"gauss_ij.spar", "block", 3, 512}, {"gauss_ij_cyclic.spar", "cyclic", 3, 512}}},
	{"spar-programs", "Programs with dist strings, on timber", []curve{{"programs/ep.spar", "EP", 0, 0}, {"programs/ft.spar", "FT", 0, 0}, {"programs/mg.spar", "MG", 0, 0}, {"programs/poisson.spar", "Poisson", 0, 0}, {"programs/particles.spar", "particles", 0, 0}, {"programs/rays.spar", "rays", 0, 0}}},
	{"spar-psrs", "PSRS, 102400 numbers (figure 4.5)", []curve{{"psrs.spar", "PSRS", 4, 102400}, {"psrs1.spar", "PSRS1", 4, 102400}}},
}

// TestSparDocument keeps the plots in docs/images and the table of docs/spar.md
// what parlens predicts.
func TestSparDocument(t *testing.T) {
	if testing.Short() && !*pages.Update {
		t.Skip("long")
	}
	var table strings.Builder
	table.WriteString("\n| program | 1 | 2 | 4 | 8 | 16 | 32 | 64 |\n|---|---|---|---|---|---|---|---|\n")
	for _, f := range figures {
		var all [][]point
		for _, c := range f.curves {
			points := c.points(t)
			all = append(all, points)
			fmt.Fprintf(&table, "| %s, %s |", strings.Split(f.title, " (figure")[0], c.label)
			for _, x := range points {
				if x.P&(x.P-1) == 0 {
					fmt.Fprintf(&table, " %s |", report.Seconds(x.T))
				}
			}
			table.WriteString("\n")
		}
		pages.Check(t, "../../docs/images/"+f.name+".svg", plot(f.title, f.curves, all))
	}
	pages.Tables(t, "../../docs/spar.md", func(doc string) string {
		return pages.Between(t, doc, "curves", strings.TrimPrefix(table.String(), "\n"))
	})
}

// point is T in seconds on P processors.
type point struct {
	P int
	T float64
}

// points are those for 1 to 64 processors: of programs without published figures for
// 1, 2, 3, 4, 6, 8, 12, ... of them.
func (c curve) points(t *testing.T) []point {
	snap, f := sparFile(t, c.file)
	var out []point
	for p := 1; p <= 64; p++ {
		if q := p >> bits.TrailingZeros(uint(p)); c.pattern == 0 && q > 3 {
			continue
		}
		s := settings.Settings{Procs: p}
		if c.pattern > 0 {
			s.Values = published(c.pattern, c.n)
		}
		m, err := ModelOf(snap, f, s)
		if err != nil {
			t.Fatal(err)
		}
		x, err := m.Time(m.Values(s))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, point{p, x})
	}
	return out
}

// The size of a plot, and of its margins, in pixels.
const plotWidth, plotHeight, plotMargin = 640, 400, 56

var plotColors = []string{"#1f6fb2", "#c8571b", "#3a8a4d", "#8a3a7d", "#7d6a1f", "#555555"}

// plot draws times over processors, both logarithmic.
func plot(title string, curves []curve, all [][]point) string {
	low, high := math.Inf(1), 0.0
	for _, points := range all {
		for _, x := range points {
			low, high = min(low, x.T), max(high, x.T)
		}
	}
	bottom, top := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	x := func(p int) float64 { return plotMargin + math.Log2(float64(p))/6*(plotWidth-2*plotMargin) }
	y := func(t float64) float64 {
		return plotHeight - plotMargin - (math.Log10(t)-bottom)/(top-bottom)*(plotHeight-2*plotMargin)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"%d\" y=\"24\" font-size=\"14\">%s: time over processors</text>\n", plotMargin, title)
	for p := 1; p <= 64; p *= 2 {
		fmt.Fprintf(&b, "<path d=\"M%.1f %d V%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x(p), plotMargin, plotHeight-plotMargin, x(p), plotHeight-plotMargin+18, p)
	}
	for e := bottom; e <= top; e++ {
		at := y(math.Pow(10, e))
		fmt.Fprintf(&b, "<path d=\"M%d %.1f H%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", plotMargin, at, plotWidth-plotMargin, plotMargin-6, at+4, strings.Replace(report.Seconds(math.Pow(10, e)), ".00", "", 1))
	}
	for i, points := range all {
		fmt.Fprintf(&b, "<path fill=\"none\" stroke-width=\"2\" stroke=\"%s\" d=\"", plotColors[i])
		for k, at := range points {
			fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(k, 1)], x(at.P), y(at.T))
		}
		fmt.Fprintf(&b, "\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">%s</text>\n", plotWidth-plotMargin-6, plotMargin+16+16*i, plotColors[i], curves[i].label)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Annotations are the pragmas that state a value for one place, the A of table
// 4.2: none for the regular programs, a few for the sorting.
func TestSparAnnotations(t *testing.T) {
	for name, want := range map[string]int{"adi.spar": 0, "matmul.spar": 0, "gauss.spar": 0, "psrs.spar": 6} {
		t.Run(name, func(t *testing.T) {
			if got := sparModelOf(t, name, settings.Settings{}).Program.Annotations; got != want {
				t.Errorf("%s has %d annotations, want %d", name, got, want)
			}
		})
	}
}

// Executing the model step by step, without any formula, gives the T of its
// formula.
func TestSparExecutionEqualsFormula(t *testing.T) {
	for _, name := range sparExamples {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{8, 24} {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					s := settings.Settings{Procs: 4, Values: published(1, n)}
					m := sparModelOf(t, name, s)
					want, err := m.Time(m.Values(s))
					got, failed := m.Execute(m.Values(s), 1<<24)
					if err != nil || failed != nil || math.Abs(got.T-want) > 1e-9*want || got.Steps == 0 {
						t.Errorf("%s, N = %d: executed %+v (%v), the formula says %v (%v)", name, n, got, failed, want, err)
					}
				})
			}
		})
	}
}

// table42 are the programs of table 4.2 with their size there, and one that can
// be executed step by step in a second.
var table42 = []struct {
	curve
	small int
}{
	{curve{"adi.spar", "ADI", 1, 1024}, 128}, {curve{"matmul.spar", "MATMUL", 2, 1024}, 32},
	{curve{"gauss.spar", "GAUSS", 3, 512}, 32}, {curve{"psrs.spar", "PSRS", 4, 102400}, 3200},
}

// The rows of table 4.2: time to compile the model from source (there 5.7 to
// 18.1 s), time of a point before simplification (32,000 to 684,000 s) and
// after (0.33 to 16.1 ms). Before simplification every iteration is executed;
// that takes seconds at a small size already, and full-s says how many it would
// take at the size of the table, by the number of operations.
func BenchmarkSparTable42(b *testing.B) {
	for _, c := range table42 {
		s := settings.Settings{Procs: 16, Values: published(c.pattern, c.n)}
		b.Run(c.label+"/compile", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := sparModelOf(b, c.file, s)
				if _, err := m.Time(m.Values(s)); err != nil {
					b.Fatal(err)
				}
			}
		})
		m := sparModelOf(b, c.file, s)
		b.Run(c.label+"/before", func(b *testing.B) {
			small := settings.Settings{Procs: 16, Values: published(c.pattern, c.small)}
			part := executions(b, m, small)
			for b.Loop() {
				if _, err := m.Execute(m.Values(small), 1<<40); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*executions(b, m, s)/part, "full-s")
		})
		tape, env := m.Compiled().Arena().Compile(m.Compiled().SimplifyExpr(m.Compiled().Process(modelling.Main)[0].Expr)), m.Values(s)
		in := make([]float64, len(tape.Inputs()))
		for i, x := range tape.Inputs() {
			in[i] = env[x.Name]
		}
		out := make([]symbolic.Estimate, 1)
		b.Run(c.label+"/point", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := tape.EvalSampled(in, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// executions is how many operations, accesses and messages a run takes.
func executions(b *testing.B, m *Model, s settings.Settings) float64 {
	n, err := m.Counts(m.Values(s))
	if err != nil {
		b.Fatal(err)
	}
	return n[0] + n[1] + n[2]
}
