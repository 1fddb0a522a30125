package report

import "github.com/parlens/parlens/costmodel/process"

// Trace is what the processors do in one call of a unit, one thing after the other: the
// interpretation of the program with a lane for each processor (paper 003, section 2.3).
// Times are in seconds since the start of the unit.
type Trace struct {
	Unit       string
	Kind       string
	Call       string // as that of Profile
	NoEstimate string // why there is none; "" when there is one
	Reading    string // as that of Unit
	T          float64
	Count      float64 // processors, of which those of Lanes are shown
	Reference  int     // the lane whose clock is largest at the end
	Lanes      []Lane
	Arrows     []process.Arrow // between lanes
	Each       int             // iterations of a loop that stand one by one; the others are summed up
	Phases     []string        // as those of Profile
	Lines      Lines           // of the unit, in the file
	Partial    bool            // something has no time: T is at least what it says
	Assumed    []Assumption    // as those of Unit
}

// Lane is one processor. What its slices spend adds up to End.
type Lane struct {
	Processor []int
	Stands    float64      // for so many processors, which do the same: itself and those behind it
	Slices    []TraceSlice // those that contain others before them
	End       float64      // its clock at the end of the unit
}

// TraceSlice is a stretch of a processor's time.
type TraceSlice struct {
	process.Slice
	File string // of the line, "" for the trace's own
	Line int
	Name string // the statement, loop or message, for a person
}
