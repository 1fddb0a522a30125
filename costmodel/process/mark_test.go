package process

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// ring sends from each processor to the one above, which works on before it
// asks for the message: compute, send, compute on, receive.
func ring(l lineGrid, first, second []int64, sends Sends) Series {
	return Series{
		l.delay(10, l.pick(first...)),
		&Mark{ID: 1},
		l.delay(20, l.pick(second...)),
		&Exchange{
			Span: at1(30), Tag: 30, Since: 1, Sends: sends, Receives: l.Le(l.Int(1), l.c),
			From:    []Range{{Lo: l.Sub(l.c, l.Int(1)), Hi: l.Sub(l.c, l.Int(1))}},
			Message: &Delay{Span: at1(30), Tag: 30, Kind: Communication, Amount: l.Real(0.5)},
		},
	}
}

// A message travels from when it has left: the receiver is there as soon as it has
// come, whatever its sender does since.
func TestMarkOfTwoProcessors(t *testing.T) {
	for _, c := range []struct {
		first, second []int64
		sends         Sends
		clocks        []float64
		wait, travel  float64 // of processor 1
	}{
		{[]int64{3, 1}, []int64{2, 2}, Asynchronous, []float64{5, 3.5}, 0, 0.5},
		{[]int64{6, 1}, []int64{2, 2}, Asynchronous, []float64{8, 6.5}, 3, 0.5},
		{[]int64{1, 9}, []int64{7, 2}, Asynchronous, []float64{8, 11}, 0, 0},
		{[]int64{1, 9}, []int64{7, 2}, Matched, []float64{8, 11.5}, 0, 0.5},
		{[]int64{6, 1}, []int64{9, 2}, Matched, []float64{15, 6.5}, 3, 0.5},
	} {
		t.Run(fmt.Sprint(c.first), func(t *testing.T) {
			l := newLine()
			r := mustRun(t, l.spmd(ring(l, c.first, c.second, c.sends)...), Options{Env: map[string]float64{"P": 2}})
			if fmt.Sprint(r.Clocks) != fmt.Sprint(c.clocks) {
				t.Errorf("%+v: the clocks are %v", c, r.Clocks)
			}
			for _, x := range r.Charges {
				if x.Kind == Wait && x.Total != c.wait || x.Kind == Communication && x.Total != c.travel {
					t.Errorf("%+v: the charge is %+v", c, x)
				}
			}
		})
	}
}

// In a loop, long or short, the clocks are those of executing it step by step.
func TestMarkInLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		const procs = 5
		first, second := make([]int64, procs), make([]int64, procs)
		for p := range procs {
			first[p], second[p] = r.Int64N(5), r.Int64N(5)
		}
		trips := 1 + r.Int64N(300)
		sends := Sends(r.IntN(2))
		l := newLine()
		got := mustRun(t, l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(trips), Body: ring(l, first, second, sends)}), Options{Env: map[string]float64{"P": procs}})
		clock := make([]float64, procs)
		for range trips {
			left := make([]float64, procs)
			for p := range clock {
				left[p] = clock[p] + float64(first[p])
				clock[p] = left[p] + float64(second[p])
			}
			for p := procs - 1; p > 0; p-- {
				if sends == Asynchronous {
					clock[p] = max(clock[p], left[p-1]+0.5)
				} else {
					clock[p] = max(clock[p], left[p-1]) + 0.5
				}
			}
		}
		for p := range clock {
			if math.Abs(got.Clocks[p]-clock[p]) > 1e-9*clock[p] {
				t.Fatalf("%v %v %d iterations: the clocks are %v, want %v", first, second, trips, got.Clocks, clock)
			}
		}
	}
}
