package execution

import "slices"

// Stage is what one processor of a pipeline does in an iteration: its part of the
// body, the communication with its neighbours, and what of that is hidden.
type Stage struct{ Body, Communication, Overlap float64 }

func (s Stage) busy() float64 { return s.Body + s.Communication - s.Overlap }

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
func Pipeline(stages []Stage, n float64) Stages {
	var out Stages
	before, slowest := 0.0, 0.0
	for _, s := range stages {
		c := Costs{Technique: Pipelined, SEQ: n * s.Body, CL: n * s.Communication, OL: n * s.Overlap, SD: before}
		c.T = c.SEQ + c.CL - c.OL + c.SD
		out.Each = append(out.Each, c)
		out.Printed = max(out.Printed, c.T)
		before += s.busy()
		slowest = max(slowest, s.busy())
	}
	if n > 0 {
		out.Exact = before + (n-1)*slowest
	}
	return out
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
