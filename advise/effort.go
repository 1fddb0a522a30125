package advise

import (
	"github.com/parlens/parlens/costmodel/whatif"
)

// Effort bounds an adviser's work.
type Effort struct {
	Predictions int // in all
	Steps       int // of all predictions together, a third of a microsecond each, where patterns of messages are counted several of them; 0 for no bound
	Statements  int // of all programs that are predicted together; 0 for no bound
	Most        int // proposals that are returned
	Told        func(done int)
	Scale       bool           // the best mapping on other numbers of processors too
	Over        []whatif.Sweep // along which the best mapping may change: one axis each
}

// DefaultEffort is what a user waits for at the terminal.
var DefaultEffort = Effort{Predictions: 300, Steps: 1 << 24, Statements: 36000, Most: 5}

// EditorEffort is what is done beside somebody who writes.
var EditorEffort = Effort{Predictions: 60, Steps: 1 << 23, Statements: 6000, Most: 3}

// Parts of the steps after which something else gets its turn.
const (
	weighPart  = 0.2 // the times of all units, for a sample
	samplePart = 0.4
	asItIsPart = 0.4  // mappings with the present directives, where all may be written anew
	searchPart = 0.85 // mappings of the whole program
	anewPart   = 0.85
	loopPart   = 0.9
	restPart   = 0.95 // the rest is for other numbers of processors
)
