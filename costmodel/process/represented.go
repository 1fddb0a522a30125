package process

// represented is the barrier reading on processors that stand for others, where the clocks
// are not followed, or what those say of which some are.
func (r *run) represented(opt Options, name string, some *someClocks) (*Result, error) {
	if err := r.executeBarrier(); err != nil {
		return nil, err
	}
	l, err := r.limits(opt)
	if err != nil {
		return nil, err
	}
	if some == nil && !l.narrow() {
		if some, err = r.someClocks(opt); err != nil {
			return nil, err
		}
	}
	if res, err := some.result(r, l); res != nil || err != nil {
		return res, err
	}
	if some != nil && some.T > r.end() { // what is passed on among those that are not looked at
		r.waitLonger(some.T - r.end())
	}
	return l.around(r.finish(nil, name))
}

// limits are what the clocks at the end surely lie between; those of a result that stands
// for them where that takes too many steps.
type limits struct {
	low, high float64
	known     bool
}

func (r *run) limits(opt Options) (limits, error) {
	low, high, err := r.enclosed(opt)
	return limits{low, high, err == nil}, r.ctx.Err()
}

func (l limits) narrow() bool { return l.known && l.high-l.low <= narrow*l.high }

// around gives a result that stands for the clocks the limits.
func (l limits) around(res *Result, err error) (*Result, error) {
	switch {
	case err != nil || !res.Sampled:
	case l.known:
		res.Low, res.High = min(l.low, res.T), max(l.high, res.T)
	default:
		res.bound(res.run)
	}
	return res, err
}
