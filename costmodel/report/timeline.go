package report

import "github.com/parlens/parlens/costmodel/process"

// Timeline is when the processors are where in one call of a unit: the readings
// of the clocks at its exchanges (paper 003, section 2.3). Times are in seconds
// since the start of the unit.
type Timeline struct {
	Unit       string
	Kind       string
	Call       string // as that of Profile
	NoEstimate string // why there are no clocks; "" when there are
	Reading    string // as that of Unit
	Processors [][]int
	Exchanges  []TimelineExchange // the first ones, in the order of the program
	More       bool               // there are further exchanges
	Phases     []string           // as those of Profile
	Lines      Lines              // of the unit, in the file
	Ends       []float64          // when each processor has finished the unit
}

// TimelineExchange is one exchange. The visits are in the order of the
// timeline's processors.
type TimelineExchange struct {
	Line   int
	What   string // "shift of A by +1 along dimension 1"
	Visits []process.Visit
}
