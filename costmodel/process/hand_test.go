package process

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// lineGrid is a grid of P processors with coordinate c.
type lineGrid struct {
	*symbolic.Arena
	c, P symbolic.Expr
}

func newLine() lineGrid {
	a := symbolic.NewArena()
	return lineGrid{a, a.Sym("c", symbolic.Index), a.Sym("P", symbolic.Index)}
}

func (l lineGrid) spmd(body ...Term) *SPMD {
	return &SPMD{Arena: l.Arena, Coordinates: []string{"c"}, Extents: []symbolic.Expr{l.P}, Body: Series(body)}
}

func (l lineGrid) delay(at int, amount symbolic.Expr) *Delay {
	return &Delay{Span: at1(at), Tag: at, Amount: amount}
}

// pick is the value of the processor's coordinate in a list.
func (l lineGrid) pick(values ...int64) symbolic.Expr {
	e := l.Int(0)
	for i, v := range values {
		e = l.Cond(l.Eq(l.c, l.Int(int64(i))), l.Int(v), e)
	}
	return e
}

func at1(at int) source.Span { return source.Span{Start: at, End: at + 1} }

// Processor 1 arrives after 1 s, waits 2 s for processor 0 and goes on for 2 s.
func TestWaitOfTwoProcessors(t *testing.T) {
	l := newLine()
	r := mustRun(t, l.spmd(
		l.delay(10, l.pick(3, 1)),
		&Exchange{Span: at1(20), Tag: 20},
		l.delay(30, l.pick(1, 2)),
	), Options{Env: map[string]float64{"P": 2}})
	want := []Charge{
		{Span: at1(10), Tag: 10, Seconds: 1, Busy: 3, BusyProcessor: []int{0}, Total: 4},
		{Span: at1(20), Tag: 20, Kind: Wait, Seconds: 2, Busy: 2, BusyProcessor: []int{1}, Total: 2},
		{Span: at1(30), Tag: 30, Seconds: 2, Busy: 2, BusyProcessor: []int{1}, Total: 3},
	}
	if r.T != 5 || !reflect.DeepEqual(r.Reference, []int{1}) || !reflect.DeepEqual(r.Charges, want) {
		t.Errorf("T %g on %v, charges %+v", r.T, r.Reference, r.Charges)
	}
}

// In every iteration the processors send their first element to the lower
// neighbour. The last one has less to do, is never waited for once it is
// ahead, and never waits itself.
func TestOneSidedShift(t *testing.T) {
	l := newLine()
	r := mustRun(t, l.spmd(&Loop{
		Index: "t", Lo: l.Int(1), Hi: l.Int(1_000_000),
		Body: Series{
			&Exchange{Span: at1(1), From: []Range{{l.Add(l.c, l.Int(1)), l.Add(l.c, l.Int(1))}}},
			l.delay(2, l.pick(4, 4, 4, 1)),
		},
	}), Options{Env: map[string]float64{"P": 4}})
	if want := []float64{4e6, 4e6, 4e6, 1e6}; !reflect.DeepEqual(r.Clocks, want) || r.Steps > 1000 {
		t.Errorf("clocks %v after %d steps", r.Clocks, r.Steps)
	}
}

// Three processors, four strips of 2 s, messages of 1 s: the last processor
// starts after two bodies and two messages, one of them its own, and then
// never waits.
func TestPipeline(t *testing.T) {
	l := newLine()
	s := l.spmd(&Sweep{
		Span: at1(1), Index: "k", Strips: l.Int(4), Order: []int{1},
		Message: &Delay{Span: at1(1), Kind: Communication, Amount: l.Int(1)},
		Body:    l.delay(2, l.Int(2)),
	})
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 3}})
	var got []float64
	for _, c := range r.Charges {
		got = append(got, c.Seconds)
	}
	// the wait, the message, the body
	if want := []float64{5, 1, 8}; r.T != 14 || !reflect.DeepEqual(got, want) {
		t.Errorf("T %g, charges %v", r.T, got)
	}
	if b := mustRun(t, s, Options{Reading: Barrier, Env: map[string]float64{"P": 3}}); b.T != 14 {
		t.Errorf("barrier reading %g", b.T)
	}
}

// Of four processors the first only sends: the three behind it work one after the other, and
// their time is that of three bodies and messages. So it is where the second takes no part, and
// the last two begin by themselves: 2 s and two bodies and messages behind the branch of others.
func TestPipelineInABranch(t *testing.T) {
	l := newLine()
	for _, c := range []struct {
		name          string
		taken, awaits symbolic.Expr
		want          float64
	}{
		{"all but the first", l.Lt(l.Int(0), l.c), 0, 9},
		{"all but the second", l.Not(l.Eq(l.c, l.Int(1))), 0, 6},
		{"all", l.Int(1), 0, 11},
		{"two pipelines of two", l.Int(1), l.Mod(l.c, l.Int(2)), 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := l.spmd(&If{Branches: []Weighted{{Cond: c.taken, Body: &Sweep{
				Order:   []int{1},
				Awaits:  c.awaits,
				Message: &Delay{Kind: Communication, Amount: l.Int(1)},
				Body:    l.delay(2, l.Int(2)),
			}}}})
			env := map[string]float64{"P": 4}
			if r := mustRun(t, s, Options{Env: env}); r.T != c.want {
				t.Errorf("T %g, want %g", r.T, c.want)
			}
			if b := bounded(t, s, env, 1, 64); b.low.at[3] > c.want || b.high[3] < c.want {
				t.Errorf("bounds %g and %g, want %g", b.low.at[3], b.high[3], c.want)
			}
		})
	}
}

func TestExpectedBranch(t *testing.T) {
	l := newLine()
	s := l.spmd(&If{Branches: []Weighted{
		{Cond: l.Lt(l.c, l.Int(1)), Body: l.delay(1, l.Int(8))},
		{Weight: l.Rat(1, 4), Body: l.delay(2, l.Int(4))},
		{Body: l.delay(3, l.Int(2))},
	}})
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 2}})
	if want := []float64{8, 2.5}; !reflect.DeepEqual(r.Clocks, want) || !r.LowerBound {
		t.Errorf("clocks %v, lower bound %v", r.Clocks, r.LowerBound)
	}
	if r := mustRun(t, s, Options{Env: map[string]float64{"P": 1}}); r.LowerBound {
		t.Error("one processor has no maximum")
	}
}

// The reference is the latest; among equals the one with most own work; among
// those the first.
func TestReferenceTies(t *testing.T) {
	l := newLine()
	for _, c := range []struct {
		before, after []int64
		want          int
	}{
		{[]int64{1, 5, 5}, []int64{1, 1, 1}, 1},
		{[]int64{5, 1, 1}, []int64{1, 5, 6}, 2},
		{[]int64{3, 3, 3}, []int64{1, 1, 1}, 0},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			r := mustRun(t, l.spmd(l.delay(1, l.pick(c.before...)), &Exchange{}, l.delay(2, l.pick(c.after...))),
				Options{Env: map[string]float64{"P": 3}})
			if r.Reference[0] != c.want {
				t.Errorf("%v, %v: reference %d, want %d", c.before, c.after, r.Reference[0], c.want)
			}
		})
	}
}

// block is the elements of n that processor c owns under BLOCK, times 1 s.
func (l lineGrid) block() symbolic.Expr {
	n := l.Sym("n", symbolic.Index)
	m := l.CeilDiv(n, l.P)
	return l.Max(l.Int(0), l.Min(m, l.Sub(n, l.Mul(m, l.c))))
}

func TestRepresentatives(t *testing.T) {
	l := newLine()
	s := l.spmd(l.delay(1, l.block()), &Exchange{Span: at1(2)}, l.delay(3, l.Int(1)))
	const P, n = 1_000_000, 4*1_000_000 - 3
	r := mustRun(t, s, Options{Env: map[string]float64{"P": P, "n": n}})
	if r.T != 5 || !strings.HasPrefix(r.Reading, "barrier: 1000000 processors") || !r.Sampled {
		t.Errorf("T %g, reading %q, sampled %v", r.T, r.Reading, r.Sampled)
	}
	if r.Charges[0].Total != n || r.Charges[1].Total != P*4-n || r.Charges[2].Total != P {
		t.Errorf("charges %+v", r.Charges)
	}
	r = mustRun(t, s, Options{Env: map[string]float64{"P": P, "n": n}, Representatives: func(int) []int64 { return []int64{7, -1, P, 7} }})
	if want := [][]int{{0}, {1}, {7}, {P - 2}, {P - 1}}; !reflect.DeepEqual(r.Processors, want) {
		t.Errorf("processors %v", r.Processors)
	}
}

// Representatives that take too many steps are left out.
func TestTooManyRepresentatives(t *testing.T) {
	l := newLine()
	s := l.spmd(l.delay(1, l.block()), &Exchange{Span: at1(2)}, l.delay(3, l.Add(l.Int(1), l.Mod(l.c, l.Int(2)))))
	many := func(int) []int64 {
		var all []int64
		for c := range int64(1000) {
			all = append(all, 100*c)
		}
		return all
	}
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 1_000_000, "n": 4_000_000}, StepLimit: 100, Representatives: many})
	if r.T != 6 || len(r.Processors) != 4 {
		t.Errorf("T %g on %d processors", r.T, len(r.Processors))
	}
}

// A loop that takes some more steps than its limit is followed to its end, since estimates take
// as many; one that takes many more, or one of many candidates, is not.
func TestLoopsSlightlyTooLong(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	body := Series{l.delay(1, l.Quo(l.Int(1), l.Add(i, l.Int(1000)))), &Exchange{}}
	loop := l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(20_000), Body: body})
	env := map[string]float64{"P": 15}
	whole := mustRun(t, loop, Options{Env: env, StepLimit: 1 << 24})
	for _, c := range []struct {
		part  int // of the steps that it takes
		haste effort.Haste
		exact bool
	}{{1, effort.Unhurried, true}, {2, effort.Unhurried, true}, {2, effort.Hurried, false}, {8, effort.Unhurried, false}} {
		t.Run(fmt.Sprintf("%d, haste %d", c.part, c.haste), func(t *testing.T) {
			r := mustRun(t, loop, Options{Env: env, StepLimit: whole.Steps / c.part, Haste: c.haste})
			if r.Sampled == c.exact || c.exact && r.T != whole.T {
				t.Errorf("T %g of %g, reading %q", r.T, whole.T, r.Reading)
			}
		})
	}
}

// The clocks of a loop whose times are no polynomials are estimated when it is too
// long to be followed; one whose times are is followed, however long. The processors are too
// few to be seen to be alike.
func TestStepLimit(t *testing.T) {
	l := newLine()
	i := l.Sym("i", symbolic.Index)
	loop := func(amount symbolic.Expr) *SPMD {
		return l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(1_000_000), Body: Series{l.delay(1, amount), &Exchange{}}})
	}
	r := mustRun(t, loop(l.Quo(l.Int(1), l.Add(i, l.Int(1_000_000)))), Options{Env: map[string]float64{"P": 15}, StepLimit: 1 << 18})
	if want := math.Log(2); math.Abs(r.T-want) > 0.01*want || !r.Sampled || r.Low > want || r.High < want || r.High > 1.05*r.Low {
		t.Errorf("T %g between %g and %g, want %g, sampled %v", r.T, r.Low, r.High, want, r.Sampled)
	}
	if want := "clock: estimated, since it takes more than 262144 steps"; r.Reading != want {
		t.Errorf("reading %q", r.Reading)
	}
	checkCharges(t, "sampled", r)
	r = mustRun(t, loop(i), Options{Env: map[string]float64{"P": 15}})
	if want := 1_000_000.0 * 1_000_001 / 2; !near(r.T, want) || r.Reading != "clock" || r.Steps > 5000 {
		t.Errorf("T %g, want %g, reading %s, %d steps", r.T, want, r.Reading, r.Steps)
	}
	checkCharges(t, "polynomial", r)
}

// Nested loops that are sampled on processors with unequal loads: what one
// waits for the other must not be multiplied with the iterations.
func TestSampledNestOfUnequalLoads(t *testing.T) {
	l := newLine()
	i, j := l.Sym("i", symbolic.Index), l.Sym("j", symbolic.Index)
	body := Series{l.delay(1, l.Mul(i, l.pick(3, 1))), &Exchange{}, l.delay(2, l.Mul(j, l.pick(1, 2)))}
	inner := &Loop{Index: "j", Lo: l.Int(1), Hi: l.Int(2000), Body: body}
	s := l.spmd(&Loop{Index: "i", Lo: l.Int(1), Hi: l.Int(2000), Body: inner})
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 2}, Reading: Barrier})
	want := 0.0 // from exchange to exchange: the slower of the two
	for i := 1.0; i <= 2000; i++ {
		for j := 1.0; j <= 2000; j++ {
			want += max(j+3*i, 2*j+i)
		}
	}
	if math.Abs(r.T-want) > 0.01*want || !r.Sampled {
		t.Errorf("T %g, want %g, sampled %v", r.T, want, r.Sampled)
	}
	checkCharges(t, "sampled", r)
}

// A nest that is too deep for several iterations of each loop has its middle ones: eight loops of
// 100 iterations, of which none is a polynomial. All processors are looked at, so that none is
// taken to end later.
func TestDeepNests(t *testing.T) {
	l := newLine()
	indices := []symbolic.Expr{l.Int(1_000_000)}
	for k := range 8 {
		indices = append(indices, l.Sym(fmt.Sprintf("i%d", k), symbolic.Index))
	}
	var body Term = Series{l.delay(1, l.Quo(l.Int(1), l.Add(indices...))), &Exchange{}}
	for k := range 8 {
		body = &Loop{Index: fmt.Sprintf("i%d", k), Lo: l.Int(1), Hi: l.Int(100), Body: body}
	}
	r := mustRun(t, l.spmd(body), Options{Env: map[string]float64{"P": 4}, StepLimit: 1 << 14})
	if want := 1e16 / 1_000_404; math.Abs(r.T-want) > 0.001*want || !r.Sampled {
		t.Errorf("T %g, want %g, sampled %v, reading %s", r.T, want, r.Sampled, r.Reading)
	}
	checkCharges(t, "deep", r)
}

func TestErrors(t *testing.T) {
	l := newLine()
	env := map[string]float64{"P": 4, "zero": 0}
	zero := l.Sym("zero", symbolic.Index)
	sync := &Exchange{}
	for _, c := range []struct {
		want string
		at   int
		s    *SPMD
	}{
		{"no value for n, x", 0, l.spmd(l.delay(1, l.Add(l.Sym("x", symbolic.Real), l.Sym("n", symbolic.Real))))},
		{"a negative time: -1 s", 2, l.spmd(l.delay(1, l.Int(1)), l.delay(2, l.Sub(l.Int(1), l.c)))},
		{"zero", 2, l.spmd(l.delay(1, l.Int(1)), l.delay(2, l.FloorDiv(l.c, zero)))},
		{"not a positive integer", 0, &SPMD{Arena: l.Arena, Coordinates: []string{"c"}, Extents: []symbolic.Expr{zero}}},
		{"mentions a processor coordinate", 0, &SPMD{Arena: l.Arena, Coordinates: []string{"c"}, Extents: []symbolic.Expr{l.c}}},
		{"1 coordinates for 0", 0, &SPMD{Arena: l.Arena, Coordinates: []string{"c"}}},
		{"bounds of a loop", 3, l.spmd(&Loop{Span: at1(3), Index: "i", Lo: l.Int(1), Hi: l.c, Body: sync})},
		{"over 2 dimensions", 4, l.spmd(&Exchange{Span: at1(4), From: make([]Range, 2)})},
		{"over 0 dimensions", 5, l.spmd(&Sweep{Span: at1(5)})},
		{"communication inside a sweep", 6, l.spmd(&Sweep{Span: at1(6), Order: []int{1}, Body: sync})},
		{"strips differs", 7, l.spmd(&Sweep{Span: at1(7), Order: []int{1}, Strips: l.c})},
	} {
		t.Run(c.want, func(t *testing.T) {
			p, err := Compile(c.s)
			if err == nil {
				var r *Result
				if r, err = p.Run(context.Background(), Options{Env: env}); err == nil && len(r.Lost) == 1 {
					err = r.Lost[0]
				}
			}
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || e.Span.Start != c.at {
				t.Errorf("%s: error %v", c.want, err)
			}
		})
	}
	l.Freeze()
	if _, err := Compile(l.spmd()); err == nil {
		t.Error("a frozen arena is accepted")
	}
}

// What has no time counts nothing, and takes nothing else away.
func TestLost(t *testing.T) {
	l := newLine()
	twice := Series{l.delay(2, l.Int(5)), &Exchange{Span: at1(3)}}
	for name, c := range map[string]struct {
		lost Term
		want float64
	}{
		"a delay":         {l.delay(9, l.FloorDiv(l.Int(1), l.Sym("zero", symbolic.Index))), 7},
		"a delay below 0": {Series{l.delay(9, l.Int(-1)), l.delay(4, l.Int(1))}, 8},
		"a loop":          {&Loop{Span: at1(9), Index: "i", Lo: l.Int(1), Hi: l.Add(l.c, l.Int(1)), Body: twice}, 7 + 4*5},
		"iterations":      {&Loop{Span: at1(9), Index: "i", Lo: l.Int(1), Hi: l.FloorDiv(l.Int(1), l.Sym("zero", symbolic.Index)), Body: twice}, 7},
		"within a loop":   {&Loop{Span: at1(8), Index: "i", Lo: l.Int(1), Hi: l.Int(3), Body: Series{twice, l.delay(9, l.Int(-1))}}, 7 + 15},
		"strips":          {&Sweep{Span: at1(9), Order: []int{1}, Strips: l.c, Body: l.delay(4, l.Int(1))}, 7 + 3},
		"who sends":       {&Exchange{Span: at1(9), From: []Range{{l.FloorDiv(l.c, l.Sym("zero", symbolic.Index)), l.c}}}, 7},
		"some iterations": {&Loop{Span: at1(8), Index: "i", Lo: l.Int(1), Hi: l.Int(20), Body: Series{l.delay(9, l.Sub(l.Sym("i", symbolic.Index), l.Int(10))), twice}}, 7 + 100 + 55},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustRun(t, l.spmd(l.delay(1, l.Int(3)), c.lost, l.delay(5, l.Int(4))), Options{Env: map[string]float64{"P": 4, "zero": 0}})
			if len(r.Lost) != 1 || r.Lost[0].Span != at1(9) || r.Lost[0].Help == "" {
				t.Fatalf("lost %v", r.Lost)
			}
			if !near(r.T, c.want) {
				t.Errorf("T is %g, want %g", r.T, c.want)
			}
			checkCharges(t, name, r)
		})
	}
}

func TestCancel(t *testing.T) {
	l := newLine()
	p, err := Compile(l.spmd(l.delay(1, l.c), &Exchange{}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Run(ctx, Options{Env: map[string]float64{"P": 4}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestConcurrentRuns(t *testing.T) {
	g := newGenerator(3, 2)
	s := g.spmd(3)
	p, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]float64{"n": 5, "P1": 4, "P2": 3}
	want, err := p.Run(context.Background(), Options{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, err := p.Run(context.Background(), Options{Env: env})
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("another result: %v", err)
			}
		})
	}
	group.Wait()
}
