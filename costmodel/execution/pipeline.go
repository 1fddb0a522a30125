package execution

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Stage is what one processor of a pipeline does in an iteration: its part of the
// body, the communication with its neighbours, and what of that is hidden.
type Stage struct{ Body, Communication, Overlap float64 }

func (s Stage) busy() float64 { return s.Body + s.Communication - s.Overlap }

// Processor builds equation 5: what the i-th processor of a pipeline takes, from 1, by
// the body BB<j>, the communication C<j> and the overlap O<j> of each one up to it. It
// begins when all before it have done one iteration.
func Processor(i int) *Model {
	a := symbolic.NewArena()
	s := symbols{a}
	m := &Model{Technique: Pipelined, Arena: a, SD: a.Int(0), Copies: a.Int(1)}
	of := func(name string, j int) symbolic.Expr { return a.Sym(fmt.Sprint(name, j), symbolic.Real) }
	m.SEQ, m.CL, m.OL = a.Mul(s.of("N"), of("BB", i)), a.Mul(s.of("N"), of("C", i)), a.Mul(s.of("N"), of("O", i))
	for j := 1; j < i; j++ {
		m.SD = a.Add(m.SD, of("BB", j), of("C", j), a.Neg(of("O", j)))
	}
	return m.compile(a.Add(m.SEQ, m.CL, m.SD, a.Neg(m.OL)))
}

// Stages are the times of a pipeline of unequal stages for n iterations.
type Stages struct {
	Each    []Costs // of each processor, by equation 5
	Printed float64 // the largest of these: what the paper says
	Exact   float64 // the time until the last processor is done
}

// Pipeline evaluates equation 5 for each processor. It is exact where the slowest
// stage is the last, or all are equal. Elsewhere a processor behind the slowest one
// waits for it in every iteration, which the equation leaves out: then it is a lower
// bound, and the exact time is one iteration through all stages and n-1 further ones
// of the slowest.
func Pipeline(stages []Stage, n float64) (Stages, error) {
	var out Stages
	before, slowest := 0.0, 0.0
	values := map[string]float64{"N": n}
	for i, s := range stages {
		values[fmt.Sprint("BB", i+1)], values[fmt.Sprint("C", i+1)], values[fmt.Sprint("O", i+1)] = s.Body, s.Communication, s.Overlap
		c, err := Processor(i + 1).Evaluate(values)
		if err != nil {
			return out, err
		}
		out.Each = append(out.Each, c)
		out.Printed = max(out.Printed, c.T)
		before += s.busy()
		slowest = max(slowest, s.busy())
	}
	if n > 0 {
		out.Exact = before + (n-1)*slowest
	}
	return out, nil
}

// Divide deals the operations of a body to p processors, in order and without
// dividing one, so that the largest part is as small as can be. It returns the parts
// and the load factor: the largest part by the average.
func Divide(operations []float64, p int) (parts []float64, loadFactor float64) {
	total, low := 0.0, 0.0
	for _, o := range operations {
		total, low = total+o, max(low, o)
	}
	var limits []float64 // a largest part is the sum of consecutive operations
	for i := range operations {
		sum := 0.0
		for _, o := range operations[i:] {
			if sum += o; sum >= low {
				limits = append(limits, sum)
			}
		}
	}
	slices.Sort(limits)
	i, _ := slices.BinarySearchFunc(limits, p, func(limit float64, p int) int {
		if len(dealt(operations, limit)) > p {
			return -1
		}
		return 1
	})
	if i < len(limits) {
		parts = dealt(operations, limits[i])
	}
	for len(parts) < p {
		parts = append(parts, 0)
	}
	if total > 0 {
		loadFactor = slices.Max(parts) * float64(p) / total
	}
	return parts, loadFactor
}

// dealt fills parts up to a limit.
func dealt(operations []float64, limit float64) []float64 {
	parts := []float64{0}
	for _, o := range operations {
		if last := len(parts) - 1; parts[last]+o <= limit*(1+1e-12) {
			parts[last] += o
		} else {
			parts = append(parts, o)
		}
	}
	return parts
}
