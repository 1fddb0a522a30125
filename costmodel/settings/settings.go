// Package settings holds what a user chooses before anything is predicted: machine,
// processors, values of problem sizes, optimizations. They come from a parlens.toml,
// from a directive in the program, or from a command line. It reads them, says what
// is wrong with them, and computes no cost.
package settings

import (
	"strings"

	"github.com/parlens/parlens/machines"
)

// Settings are the choices of the user under which a file is predicted.
type Settings struct {
	Machine string             // name of a shipped machine or path of a machine file; "" that of the paper or, in Spar, of the program
	Procs   int                // total number of processors, factored evenly over the arrangement's rank; 0: as the program says
	Grid    []int              // extents of the arrangement, instead of Procs; nil: as the program says
	Values  map[string]float64 // values of problem sizes, by lower-case name

	Changes []machines.Change // of the machine, to ask what if

	// Optimize names what the compiler of the nodes does (scheme.Optimizations);
	// nil: what the machine says.
	Optimize []string

	// Counts are executions and masks that an instrumented run has counted, for
	// machines of array operations; nil without them.
	Counts *Counts
}

// Gives tells whether the user has set a value.
func (s Settings) Gives(name string) bool {
	_, ok := s.Values[strings.ToLower(name)]
	return ok && name != ""
}
