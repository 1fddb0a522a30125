package symbolic

import (
	"errors"
	"math"
	"strconv"
)

// SizePoint is one measurement of a SizeTable.
type SizePoint struct{ Size, Value float64 }

// SizeTable is a piecewise-linear function of a size, with ascending sizes.
// Below the first point its value is the first one's, beyond the last it goes
// on with the last slope. The name tells tables apart and is printed.
type SizeTable struct {
	Name   string
	Points []SizePoint
}

// At is the table's value for one size.
func (t *SizeTable) At(x float64) float64 {
	p := t.Points
	switch {
	case len(p) == 0:
		return 0
	case x <= p[0].Size || len(p) == 1:
		return p[0].Value
	}
	i := 1
	for i < len(p)-1 && x > p[i].Size {
		i++
	}
	u, v := p[i-1], p[i]
	return u.Value + (x-u.Size)*(v.Value-u.Value)/(v.Size-u.Size)
}

func (t *SizeTable) rng() interval {
	r := interval{math.Inf(1), math.Inf(-1)}
	for _, p := range t.Points {
		r = interval{min(r.lo, p.Value), max(r.hi, p.Value)}
	}
	n := len(t.Points)
	if n < 2 {
		return r
	}
	switch last := t.Points[n-1].Value - t.Points[n-2].Value; {
	case last > 0:
		r.hi = math.Inf(1)
	case last < 0:
		r.lo = math.Inf(-1)
	}
	return r
}

// Table is the value of a piecewise-linear table at size x.
func (a *Arena) Table(t *SizeTable, x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	if v, ok := a.Const(x); ok {
		return a.Real(t.At(v))
	}
	h := seedHash(uint64(opTable)).mixString(t.Name).mixHash(a.nodes[x].hash)
	for _, p := range t.Points {
		h = h.mix(math.Float64bits(p.Size)).mix(math.Float64bits(p.Value))
	}
	return a.intern(node{op: opTable, typ: Real, hash: h}, []Expr{x}, func() int {
		a.tables = append(a.tables, t)
		return len(a.tables) - 1
	})
}

// Monotone says how a function follows one of its arguments.
type Monotone int8

const (
	Unknown    Monotone = 0  // no promise
	Increasing Monotone = 1  // never falls when the argument grows
	Decreasing Monotone = -1 // never grows when the argument grows
)

// Function is a pure numeric function that the algebra cannot see into: cache
// counters, loads of GEN_BLOCK and INDIRECT distributions, the factorisation of
// a processor grid. Name and Key identify it: two functions with equal name and
// key must compute the same.
type Function struct {
	Name     string
	Key      string                                // e.g. a digest of the data behind it
	Result   Type                                  // Index results must be exact integers
	Cost     int                                   // one call in units of a multiplication
	Monotone []Monotone                            // by argument; missing means Unknown
	Lo, Hi   float64                               // range of the result; Lo == Hi == 0: unknown
	Grows    func(low, high []float64) bool        // whether it never falls when any argument grows between these; nil: no promise
	Eval     func(args []float64) (float64, error) // must be safe for concurrent use and keep no reference to args
}

func (f *Function) rng() interval {
	if f.Lo == 0 && f.Hi == 0 {
		return everything
	}
	return interval{f.Lo, f.Hi}
}

var errNoFunction = errors.New("function without a body")

func (f *Function) call(args []float64) (float64, error) {
	if f.Eval == nil {
		return 0, errNoFunction
	}
	return f.Eval(args)
}

// Opaque is the call of a pure numeric function.
func (a *Arena) Opaque(f *Function, args ...Expr) Expr {
	if u, ok := a.undef(args...); ok {
		return u
	}
	h := seedHash(uint64(opOpaque)).mixString(f.Name).mixString(f.Key).mixString(strconv.Itoa(len(args)))
	for _, x := range args {
		h = h.mixHash(a.nodes[x].hash)
	}
	return a.intern(node{op: opOpaque, typ: f.Result, hash: h}, args, func() int {
		a.funcs = append(a.funcs, f)
		return len(a.funcs) - 1
	})
}
