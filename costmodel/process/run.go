package process

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
)

// Reading says how an exchange is timed.
type Reading uint8

// The readings. The clock reading falls back to the barrier reading when it
// would take too long.
const (
	Clock Reading = iota
	Barrier
)

// clockReading is the reading of a result whose clocks have all been followed.
const clockReading = "clock"

// Options are the choices of one evaluation.
type Options struct {
	Reading       Reading
	Env           map[string]float64 // value of every symbol that Symbols lists
	StepLimit     int                // of the clock reading, in processors times executed terms; 0: 4,194,304
	MaxProcessors int                // that are evaluated one by one; 0: 65,536
	// Representatives returns coordinates of a grid dimension that stand for the
	// others when there are more processors than can be evaluated, in addition
	// to 0, 1, P-2 and P-1: the owners of loop and array bounds. It may be nil;
	// it is called only when it is needed.
	Representatives func(dimension int) []int64
	Haste           effort.Haste // unless Unhurried, one estimate has to do where the clocks take more steps
	Meetings        int          // exchanges that Result.Meetings lists, the first ones that take time

	Known *Known // what stages of programs did before; nil: nothing is remembered

	alike   map[int]*likeness // of bounds
	tracing *tracing
}

const (
	defaultStepLimit     = 1 << 22
	defaultMaxProcessors = 1 << 16
	lastFactor           = 4    // the last estimate of the clocks may take this many times the steps
	barrierFactor        = 2    // a barrier reading may take this many times the steps
	manyInGrid           = 1024 // processors of a grid of several dimensions: with more, few programs have steps enough for all
	atOnce               = 8    // processors whose clocks advance in a step by what is known
	checkSteps           = 8192 // steps between two looks at the context
)

// Run evaluates the program. Its error is an *Error about a term without a
// time, an error naming the symbols that have no value, or that of ctx.
func (p *Program) Run(ctx context.Context, opt Options) (*Result, error) {
	if opt.StepLimit <= 0 {
		opt.StepLimit = defaultStepLimit
	}
	if opt.MaxProcessors <= 0 {
		opt.MaxProcessors = defaultMaxProcessors
	}
	r, err := p.newRun(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer r.count()
	reading, reason := opt.Reading, ""
	var some *someClocks
	if reading == Clock && r.grid.sampled {
		reading = Barrier
		reason = fmt.Sprintf("%.0f processors, more than %d", r.grid.size, opt.MaxProcessors)
	}
	if reading == Clock {
		if opt.Haste == effort.Long {
			r.limit *= lastFactor
		}
		var res *Result
		if res, some, err = r.followed(opt); res != nil || err != nil {
			return res, err
		}
		tries := estimates
		if opt.Haste != effort.Unhurried {
			tries, r.most = tries[len(tries)-1:], roughTrips
		}
		if opt.Haste == effort.Long { // it has had many steps: few more
			r.limit = opt.StepLimit / lastFactor
		}
		for n, loose := range tries {
			r.loose = loose
			if n == len(tries)-1 && opt.Haste == effort.Unhurried {
				r.limit *= lastFactor // what comes after knows little about who waits for whom
			}
			if err = r.execute(Clock); !errors.Is(err, errTooManySteps) {
				if !r.sampled && opt.Haste == effort.Unhurried {
					r.haste = effort.Long
				}
				return r.estimate(opt, err)
			}
		}
		reason = fmt.Sprintf("the clock reading takes more than %d steps", opt.StepLimit)
		if r.loose = 0; opt.Haste == effort.Unhurried {
			r.limit = opt.StepLimit
		}
		r.grid.represent(opt)
	}
	if reason != "" {
		return r.represented(opt, "barrier: "+reason, some)
	}
	return r.finish(r.executeBarrier(), "barrier")
}

// followed is the result of all clocks, or of some where that takes too many steps; nil where
// it does, and those do not tell it.
func (r *run) followed(opt Options) (res *Result, some *someClocks, err error) {
	limit := r.limit
	if r.grid.count > manyInGrid && len(r.grid.divided().dims) > 1 {
		r.limit /= lastFactor // some tell it, mostly
	}
	for {
		r.haste, r.extensible = effort.Unhurried, opt.Haste == effort.Unhurried
		if err := r.execute(Clock); !errors.Is(err, errTooManySteps) {
			res, err := r.finish(err, clockReading)
			return res, nil, err
		}
		r.haste, r.extensible = effort.Hurried, false
		if some == nil {
			if some, err = r.someClocks(opt); err != nil {
				return nil, nil, err
			}
		}
		if res, err := some.alone(r, opt); res != nil || err != nil || r.limit >= limit {
			return res, some, err
		}
		r.limit = limit
	}
}

// count tells who bounds them of the steps since it last did.
func (r *run) count() {
	all := r.spent + r.steps + r.enclosing
	effort.Count(r.ctx, all-r.counted)
	r.counted = all
}

// estimate is the result of clocks that may have been estimated.
func (r *run) estimate(opt Options, err error) (*Result, error) {
	res, err := r.finish(err, r.estimated(opt.StepLimit))
	if err != nil || !res.Sampled {
		return res, err
	}
	l, err := r.limits(opt)
	if err != nil {
		return nil, err
	}
	return l.around(res, nil)
}

// estimated names the reading of clocks that may have been estimated.
func (r *run) estimated(limit int) string {
	if !r.sampled {
		return clockReading
	}
	return fmt.Sprintf("clock: estimated, since it takes more than %d steps", limit)
}

// run is the state of one evaluation.
type run struct {
	p   *Program
	ctx context.Context

	reading   Reading
	limit     int
	wanted    int // exchanges to list
	steps     int
	nextCheck int
	known     *Known // nil: nothing is remembered
	alike     map[int]*likeness
	stageRoom []byte // for keys
	grid      *grid

	vals  []float64 // of the slots
	clock []float64 // of the processors, seconds since base
	base  double    // seconds since the start

	loose  int       // stretches of a loop that stand for the others; 0: none do
	off    float64   // how far the clocks may be off, seconds
	wide   float64   // by how much sums may be off that have been evaluated, seconds
	weight float64   // times that what runs now counts
	mask   []float64 // share of each processor in what runs now; nil: all whole
	nest   float64   // iterations of the enclosing loops
	cycle  float64   // after how many iterations the loops within repeat what they do; 0: too many
	most   float64   // iterations that the barrier reading executes one by one, if that takes no more steps than there are
	exact  float64   // iterations that the barrier reading executes one by one
	least  float64   // iterations that it executes at least of a longer loop
	nested float64   // most iterations of a loop that it has met, with those around it

	sums       []tally // by item
	segments   []segmentState
	windows    []*window
	flags      []*flags
	marks      [][]float64  // by slot; nil before the first
	link       []float64    // when the messages of the last exchange have come
	sampled    bool         // some loop was sampled
	triedSome  bool         // of the clocks, in place of all
	haste      effort.Haste // with which others of the like are evaluated
	depth      int          // loops around what runs, but those that repeat the same
	extensible bool         // it may take more steps than its limit
	stepwise   bool         // all iterations are executed one by one
	lost       losses
	zeros      []float64
	box        []int64
	chains     []chains          // messages, by loop
	louds      []*louds          // iterations with messages, by loop
	regimes    map[string]regime // how far loops go on alike
	timeline   *timeline         // nil: nobody asks
	tracing    *tracing
	trace      *tracer // nil: nobody asks
	free       [][]float64
	in         []float64

	spent     int // steps of executions before this one
	enclosing int // steps that bounding took
	counted   int // steps that have been counted

	slowest, latest float64 // body and message of the sweep that runs, in the barrier reading
}

func (p *Program) newRun(ctx context.Context, opt Options) (*run, error) {
	r := &run{p: p, ctx: ctx, most: exactTrips, limit: opt.StepLimit, wanted: opt.Meetings, tracing: opt.tracing, known: opt.Known, alike: opt.alike, vals: make([]float64, p.slots)}
	missing := ""
	for _, in := range p.env {
		v, ok := opt.Env[in.symbol.Name]
		if !ok {
			missing += ", " + in.symbol.Name
		}
		r.vals[in.slot] = v
	}
	if missing != "" {
		return nil, errorAt(source.Span{}, "no value for %s", missing[2:])
	}
	extents := make([]float64, p.rank)
	if err := p.extents.eval(r, extents); err != nil {
		return nil, err
	}
	g, err := newGrid(extents, r.idle(extents), opt)
	r.grid = g
	return r, err
}

// vector returns a scratch vector with one entry per processor.
func (r *run) vector() []float64 {
	if k := len(r.free) - 1; k >= 0 {
		v := r.free[k]
		r.free = r.free[:k]
		return v
	}
	return make([]float64, r.grid.count)
}

func (r *run) release(vs ...[]float64) { r.free = append(r.free, vs...) }

// copyOf is a scratch copy of v.
func (r *run) copyOf(v []float64) []float64 {
	w := r.vector()
	copy(w, v)
	return w
}

func (r *run) inputs(n int) []float64 {
	if cap(r.in) < n {
		r.in = make([]float64, n)
	}
	return r.in[:n]
}

func largest(v []float64) float64 {
	m := math.Inf(-1)
	for _, x := range v {
		m = max(m, x)
	}
	return m
}
