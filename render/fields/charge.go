package fields

import "github.com/parlens/parlens/costmodel/report"

// Charge is a time in its four kinds. All are unknown where there is no estimate.
type Charge struct {
	Time          Number `json:"time_s"`          // seconds: the sum of the four kinds
	Computation   Number `json:"computation_s"`   // seconds: operations of the program and its memory accesses
	Communication Number `json:"communication_s"` // seconds: sending, receiving and synchronising
	Overhead      Number `json:"overhead_s"`      // seconds: what only the parallel or looping form needs
	Wait          Number `json:"wait_s"`          // seconds: waiting for other processors
}

// UnknownCharge is that of something without an estimate.
var UnknownCharge = Charge{Unknown, Unknown, Unknown, Unknown, Unknown}

// ChargeOf is a charge, unknown unless it is known.
func ChargeOf(c report.Charge, known bool) Charge {
	if !known {
		return UnknownCharge
	}
	return Charge{Number(c.Total()), Number(c.Computation), Number(c.Communication), Number(c.Overhead), Number(c.Wait)}
}

// Bounds are those of an estimated time, none where the time is exact.
func Bounds(b report.Between) (low, high *Number) {
	if !b.Some() {
		return nil, nil
	}
	l, h := Number(b.Low), Number(b.High)
	return &l, &h
}
