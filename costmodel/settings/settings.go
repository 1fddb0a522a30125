// Package settings holds what a user chooses before anything is predicted: machine,
// processors, values of problem sizes, optimizations. They come from a parlens.toml,
// from a directive in the program, or from a command line. It reads them, says what
// is wrong with them, and computes no cost.
package settings

import (
	"strings"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/machines"
)

// Settings are the choices of the user under which a file is predicted.
type Settings struct {
	Machine string             // name of a shipped machine or path of a machine file; "" that of the paper or, in Spar, of the program
	Procs   int                // total number of processors: in the arrangement as it is declared where that is as many, else factored evenly over its rank; 0: as the program says
	Grid    []int              // extents of the arrangement, instead of Procs; nil: as the program says
	Values  map[string]float64 // values of problem sizes, by lower-case name

	Changes []machines.Change // of the machine, to ask what if

	// Reach is how many lines of procedures below a unit are evaluated with it; 0: all.
	// Of more, those that reach further are left out, and a procedure of such a program
	// is evaluated for itself.
	Reach int

	// Soon asks for an answer without what takes long and has not been evaluated
	// before: then the reach is [SoonReach].
	Soon bool

	// Program is the path of the file whose program's calls of a procedure count, of all
	// programs that call it; "": those of all.
	Program string

	// Totals asks only for what units take as a whole: reports have no lines.
	Totals bool

	// Data is the bytes on a processor of the program that calls a procedure, where they may
	// stay in its caches from one call to the next; 0: not known.
	Data float64

	// Again says that the procedure has been called before, so that what it works on was
	// touched since not more than Data bytes.
	Again bool

	// Haste is by what other calls of a procedure in the same place have taken.
	Haste effort.Haste

	// Optimize names what the compiler of the nodes does (scheme.Optimizations);
	// nil: what the machine says.
	Optimize []string

	// Counts are executions and masks that an instrumented run has counted, for
	// machines of array operations; nil without them.
	Counts *Counts
}

// SoonReach is the reach of a first answer, in lines.
const SoonReach = 500

// First returns the settings of a first answer.
func (s Settings) First() Settings {
	if s.Soon && (s.Reach == 0 || s.Reach > SoonReach) {
		s.Reach = SoonReach
	}
	return s.Whole()
}

// Whole returns the settings of the answer that needs no other one.
func (s Settings) Whole() Settings {
	s.Soon = false
	return s
}

// Gives tells whether the user has set a value.
func (s Settings) Gives(name string) bool {
	_, ok := s.Values[strings.ToLower(name)]
	return ok && name != ""
}
