package execution

import (
	"fmt"

	"github.com/parlens/parlens/internal/chart"
)

// Figures lists the figures of paper 002 that Figure draws.
var Figures = []int{5, 6, 8, 9, 10}

// Figure draws one of the paper's figures: ten processors, costs by data set size or
// by the cost of the loop's body.
func Figure(number int) (chart.Chart, bool) {
	draw := chart.Chart{Title: fmt.Sprintf("Figure %d, 10 processors", number), Y: "execution cost"}
	line := func(name string, t Technique, x string, to float64, values map[string]float64, dashed bool) {
		m := New(t, Options{})
		l := chart.Line{Name: name, Dashed: dashed}
		for i := 0; i <= 40; i++ {
			at := Values(values)
			at[x] = to * float64(i) / 40
			c, err := m.Evaluate(at)
			if err != nil {
				return
			}
			l.X, l.Y = append(l.X, at[x]), append(l.Y, c.T)
		}
		draw.Lines = append(draw.Lines, l)
	}
	const size, body = "data set size N", "cost of the loop's body BB"
	switch number {
	case 5:
		draw.X = body
		for _, n := range []float64{1000, 3000} {
			for _, k := range []float64{0, 0.9, 1} {
				line(fmt.Sprintf("N = %v, K = %v", n, k), Block, "BB", 100, map[string]float64{"N": n, "K": k}, n == 1000)
			}
		}
	case 6:
		draw.X = size
		for _, t := range []Technique{Block, Interleaved} {
			for _, k := range []float64{0, 0.5, 0.9} {
				line(fmt.Sprintf("%s, K = %v", t, k), t, "N", 1000, map[string]float64{"K": k}, t == Interleaved)
			}
		}
	case 8:
		draw.X = size
		for _, lf := range []float64{1, 2} {
			for _, bb := range []float64{10, 50, 100} {
				line(fmt.Sprintf("LF = %v, BB = %v", lf, bb), Pipelined, "N", 1000, map[string]float64{"LF": lf, "BB": bb}, lf == 2)
			}
		}
	case 9, 10:
		draw.X = body
		n := map[int]float64{9: 1000, 10: 10000}[number]
		for _, k := range []float64{0, 0.5, 1} {
			line(fmt.Sprintf("block, OL = %v CL", k), Block, "BB", 100, map[string]float64{"N": n, "K": k}, false)
		}
		for _, lf := range []float64{1, 1.5, 2} {
			line(fmt.Sprintf("pipelined, LF = %v", lf), Pipelined, "BB", 100, map[string]float64{"N": n, "LF": lf}, true)
		}
	default:
		return draw, false
	}
	return draw, true
}
