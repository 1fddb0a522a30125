package evaluate

import (
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// charge adds seconds of a kind to a charge.
func charge(c *report.Charge, kind process.Kind, seconds float64) {
	switch kind {
	case process.Computation:
		c.Computation += seconds
	case process.Communication:
		c.Communication += seconds
	case process.Overhead:
		c.Overhead += seconds
	case process.Wait:
		c.Wait += seconds
	}
}

// addCharges is the sum of two charges, kind by kind.
func addCharges(c, d report.Charge) report.Charge { return c.Plus(d) }

// scaleCharge is a charge with every kind scaled by w.
func scaleCharge(c report.Charge, w float64) report.Charge {
	return report.Charge{Computation: w * c.Computation, Communication: w * c.Communication, Overhead: w * c.Overhead, Wait: w * c.Wait}
}
