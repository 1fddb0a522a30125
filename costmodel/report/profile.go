package report

// Profile is what some lines of a unit cost in one call of it (paper 003,
// section 2.4).
type Profile struct {
	Unit       string
	Kind       string
	Call       string // which of several different calls of a procedure it is of; "" where all are equal or there is none
	Lines      Lines  // of the file, as far as the unit has them
	NoEstimate string // why there are no numbers; "" when there are

	Own        Charge  // of the lines themselves, without procedures that they call
	Cumulative Charge  // with those, and with all that stands inside loops and conditions that begin on the lines
	Share      float64 // of the unit's time, cumulative
	Serial     float64 // cumulative seconds on one processor
	Speedup    float64 // Serial over the cumulative time
	Efficiency float64 // share of the processors' cumulative time that computes
	Processors int
	Missing    []int    // lines among them without an estimate
	Phases     []string // regions among them that are bound to a phase of a phase model; the numbers are of the general prediction
	Memory     Memory   // of the whole unit's arrays
}
