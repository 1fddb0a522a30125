package lsp

import (
	"math"
	"strconv"

	"github.com/parlens/parlens/costmodel/report"
)

// amount is a number that JSON shows as null where there is none.
type amount float64

var unknown = amount(math.NaN())

// MarshalJSON writes the shortest decimal that reads back as the same value, or null
// for one that is not finite.
func (a amount) MarshalJSON() ([]byte, error) {
	if v := float64(a); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(a), 'g', -1, 64), nil
}

// cost is a time in its four kinds. All are null where there is no estimate.
type cost struct {
	Time          amount `json:"time_s"`          // seconds: the sum of the four kinds
	Computation   amount `json:"computation_s"`   // seconds: operations of the program and its memory accesses
	Communication amount `json:"communication_s"` // seconds: sending, receiving and synchronising
	Overhead      amount `json:"overhead_s"`      // seconds: what only the parallel or looping form needs
	Wait          amount `json:"wait_s"`          // seconds: waiting for other processors
}

var unknownCost = cost{unknown, unknown, unknown, unknown, unknown}

func costOf(c report.Charge, known bool) cost {
	if !known {
		return unknownCost
	}
	return cost{amount(c.Total()), amount(c.Computation), amount(c.Communication), amount(c.Overhead), amount(c.Wait)}
}

// bounds are those of an estimated time, none where the time is exact.
func bounds(b report.Between) (low, high *amount) {
	if !b.Some() {
		return nil, nil
	}
	return ptr(amount(b.Low)), ptr(amount(b.High))
}

// largest names the kind that takes most of a time; "" where there is none.
func largest(c report.Charge) string {
	name, most := "", 0.0
	for _, k := range []struct {
		name    string
		seconds float64
	}{{"computation", c.Computation}, {"communication", c.Communication}, {"overhead", c.Overhead}, {"wait", c.Wait}} {
		if k.seconds > most {
			name, most = k.name, k.seconds
		}
	}
	return name
}

// converted is a list with each of its entries converted; it is never nil, which
// would be written as null.
func converted[T, U any](all []T, convert func(T) U) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = convert(v)
	}
	return out
}
