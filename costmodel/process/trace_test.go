package process

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// tiles fails unless what a lane spends follows without a gap from 0 to end, and lies in
// what contains it. It returns what is spent, by span and kind.
func tiles(t *testing.T, lane []Slice, end float64) map[string]float64 {
	t.Helper()
	off := 1e-9 * max(end, 1e-3)
	at, spent := 0.0, map[string]float64{}
	var open []Slice
	for _, s := range lane {
		if s.Depth > len(open) || s.End < s.Start-off {
			t.Fatalf("a slice at depth %d of %d: %+v", s.Depth, len(open), s)
		}
		open = open[:s.Depth]
		if n := len(open); n > 0 && (s.Start < open[n-1].Start-off || s.End > open[n-1].End+off) {
			t.Fatalf("%+v is not within %+v", s, open[n-1])
		}
		if s.What.Contains() {
			open = append(open, s)
			continue
		}
		if math.Abs(s.Start-at) > off {
			t.Fatalf("%+v begins %g s after what is before it", s, s.Start-at)
		}
		at = s.End
		spent[fmt.Sprint(s.Span, s.Kind)] += s.End - s.Start
	}
	if math.Abs(at-end) > off {
		t.Fatalf("the lane ends at %g, the clock at %g", at, end)
	}
	return spent
}

// Whatever is summed up, lanes follow the clocks, and what they spend on a span is what
// it is charged.
func TestLanesOfRandomPrograms(t *testing.T) {
	summed, arrows := 0, 0
	for seed := range uint64(400) {
		s, env := Random(seed)
		p, err := Compile(s)
		if err != nil {
			continue
		}
		for _, bounds := range []Tracing{{Slices: 1 << 20, Lanes: 100}, {Slices: 150, Lanes: 100}} {
			opt := Options{Env: env}
			if seed%5 == 0 {
				opt.Reading = Barrier
			}
			want, err := p.Run(context.Background(), opt)
			if err != nil {
				break
			}
			got, trace, err := p.Trace(context.Background(), opt, bounds)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if got.T != want.T && math.Abs(got.T/want.T-1) > 1e-9 {
				t.Fatalf("seed %d: T is %g, with a trace %g", seed, want.T, got.T)
			}
			for i, lane := range trace.Lanes {
				if len(trace.Lanes) < len(got.Clocks) {
					break
				}
				spent := tiles(t, lane, got.Clocks[i])
				if fmt.Sprint(trace.Processors[i]) != fmt.Sprint(got.Reference) {
					continue
				}
				for _, c := range want.Charges {
					spent[fmt.Sprint(c.Span, c.Kind)] -= c.Seconds
				}
				for at, off := range spent {
					if math.Abs(off) > 1e-9*got.T {
						t.Fatalf("seed %d, %+v: %s has %g s more in the trace than it is charged", seed, bounds, at, off)
					}
				}
				for _, s := range lane {
					if s.What == Iterations {
						summed++
					}
				}
			}
			for _, a := range trace.Arrows {
				if a.Came < a.Left-1e-9*got.T {
					t.Fatalf("seed %d: a message comes before it delays: %+v", seed, a)
				}
				arrows++
			}
		}
	}
	if summed < 50 || arrows < 500 {
		t.Errorf("%d stretches are summed up, there are %d messages", summed, arrows)
	}
}

// Processor 1 works for 1 s, waits until processor 0 sends at 3 s, and receives for 2 s.
func TestTraceOfAMessage(t *testing.T) {
	l := newLine()
	before := []Range{{l.Sub(l.c, l.Int(1)), l.Sub(l.c, l.Int(1))}}
	p, err := Compile(l.spmd(
		l.delay(1, l.pick(3, 1)),
		&Exchange{Span: at1(2), Tag: 7, From: before, Receives: l.c, Message: &Delay{Span: at1(2), Tag: 7, Kind: Communication, Amount: l.Int(2)}},
	))
	if err != nil {
		t.Fatal(err)
	}
	_, trace, err := p.Trace(context.Background(), Options{Env: map[string]float64{"P": 2}}, Tracing{Slices: 100, Lanes: 2})
	if err != nil {
		t.Fatal(err)
	}
	at := source.Span{Start: 2, End: 3}
	want := fmt.Sprint(
		[][]Slice{
			{{Start: 0, End: 3, Span: at1(1), Tag: 1}},
			{{Start: 0, End: 1, Span: at1(1), Tag: 1}, {What: Waiting, Start: 1, End: 3, Span: at, Tag: 7, Kind: Wait}, {What: Receive, Start: 3, End: 5, Span: at, Tag: 7, Kind: Communication}},
		}, []Arrow{{From: 0, To: 1, Left: 3, Came: 3, Tag: 7}})
	if got := fmt.Sprint(trace.Lanes, trace.Arrows); got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
}

// Of a thousand iterations as many stand one by one as the bound allows, and of more
// processors than lanes the first, the last and the one that is asked for.
func TestBoundsOfATrace(t *testing.T) {
	l := newLine()
	p, err := Compile(l.spmd(&Loop{Span: at1(1), Index: "k", Lo: l.Int(1), Hi: l.Int(1000), Body: Series{l.delay(2, l.Add(l.c, l.Int(1))), &Exchange{Span: at1(3), Tag: 3}}}))
	if err != nil {
		t.Fatal(err)
	}
	res, trace, err := p.Trace(context.Background(), Options{Env: map[string]float64{"P": 100}}, Tracing{Slices: 1000, Lanes: 5, Keep: 50})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(trace.Processors, trace.Each, res.T); got != "[[0] [1] [50] [98] [99]] 16 100000" {
		t.Error(got)
	}
	if s := trace.Lanes[0][len(trace.Lanes[0])-3]; s.What != Iterations || s.From != 17 || s.To != 1000 || s.Count != 984 {
		t.Errorf("%+v", s)
	}
}
