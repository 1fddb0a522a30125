// Package report holds what a prediction says, as plain data: what every unit,
// loop and line of a file costs on a machine, in which unit, and what each number
// rests on. Nothing here computes a cost; the front ends fill these types, the
// command and the server write them.
package report

import (
	"slices"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
)

// Report is the prediction for one file. It is immutable and shared.
type Report struct {
	File        string
	Machine     Machine
	Processors  []int // extents of the arrangement of the first estimated unit
	Units       []*Unit
	Diagnostics []source.Diagnostic // spans absolute in the file
	Cut         bool                // what has not been evaluated before is left out; see settings.Settings.Soon
}

// Machine is what a report says about the machine it is for.
type Machine struct {
	Name  string // "ipsc860"
	Title string // "Intel iPSC/860 hypercube, 8 nodes"

	Optimize []string // what the compiler of its nodes does, see scheme.Optimizations
}

// Charge splits a time by what the processor does with it, in seconds per
// call of the unit.
type Charge struct {
	Computation, Communication, Overhead, Wait float64
}

// Total returns the sum of the four kinds, in seconds.
func (c Charge) Total() float64 { return c.Computation + c.Communication + c.Overhead + c.Wait }

// Plus returns the sum, kind by kind.
func (c Charge) Plus(d Charge) Charge {
	return Charge{c.Computation + d.Computation, c.Communication + d.Communication, c.Overhead + d.Overhead, c.Wait + d.Wait}
}

// Unit is the prediction for one program unit. The charges of its lines add
// up to Charge, and Charge.Total() is T.
type Unit struct {
	Name       string
	Kind       string // "program", "subroutine", ...
	Start, End int    // lines (from 1) of the unit in the file, inclusive
	NoEstimate string // why there are no numbers; "" when there are
	Empty      bool   // there are none because there are no executable statements

	Calls              float64
	Charge             Charge
	Serial             float64      // predicted time on one processor, seconds
	Speedup            float64      // Serial / T
	Busy               float64      // seconds that it takes at least when others have begun before: what the busiest processor computes in a pipeline, else T
	Efficiency         float64      // sum of computation over all processors / (P * T)
	Bound              string       // a composition bound by one resource, or ""
	Reading            string       // "clock", "barrier", or "barrier: why not clock"; then ", sampled" where some iterations or processors stand for others
	Between            Between      // where the clocks are estimated
	Haste              effort.Haste // with which others of the like are evaluated
	LowerBound         bool         // something counts by its share on all of several processors
	Lacking            bool         // something has no time, where only totals are asked for and no line says so
	Grid               []int
	ReferenceProcessor []int // coordinates from 0
	Formula            Formula
	Dominant           Formula // its largest terms, and where they are within 2% of it; "" where it is short itself
	Interval           Interval
	Symbols            []Symbol // that formulas may have, by name; see Definitions

	Lines       []*Line // by line number; only lines with a cost or a reason
	Loops       []*Loop // by line number, outer loops first
	Assumptions []Assumption
	Inherited   []Assumption // what is assumed in procedures that it calls: "solve.n"
	Parameters  []Parameter  // machine parameters that entered, by name
	Mappings    []Mapping    // of the mapped arrays, by name
	Memory      Memory       // of the arrays, on the processor with the largest parts
	Models      *Models      // of a Spar program; nil for others
	Callers     []Caller     // of a procedure: the calls whose mean it is; none where it is evaluated for itself
}

// Caller is a call of a procedure, or several equal ones.
type Caller struct {
	Unit  string  // that calls
	File  string  // that it stands in; "" for the report's own
	Line  int     // of that file, from 1
	With  string  // values of the integer dummies: "n = 128, dim = 2"
	Calls float64 // in one run of the program
	Time  float64 // of one of them, seconds
}

// Partial reports whether something in the unit has no time, so that the unit takes
// at least what its numbers say.
func (u *Unit) Partial() bool {
	return u.NoEstimate == "" && (u.Lacking || slices.ContainsFunc(u.Lines, func(l *Line) bool { return l.NoEstimate != "" }))
}

// Assumed lists the values that the time rests on and that nothing gives, those of procedures
// that the unit calls too, weights of branches last.
func (u *Unit) Assumed() []Assumption { return AssumedOf(slices.Concat(u.Assumptions, u.Inherited)) }

// AssumedOf lists those of some values that nothing gives, each once, weights of branches last.
func AssumedOf(all []Assumption) []Assumption {
	var out []Assumption
	for _, weights := range []bool{false, true} {
		for _, a := range all {
			if a.Provenance == Assumed && a.Weight == weights && !slices.ContainsFunc(out, func(b Assumption) bool { return a.Name == b.Name }) {
				out = append(out, a)
			}
		}
	}
	return out
}

// Models is what the calculus of paper 004 says about a program besides its
// time: the diagnosis of its loads.
type Models struct {
	Phi       float64   // seconds of the longest path, as if no processor were busy with anything else
	Omega     float64   // seconds of work on the busiest resource
	Loads     []Load    // delta: the work by resource, in classes of equal work
	Processes []Process // the methods, by line
}

// Load is the work of Count resources of an array from First on, each Seconds.
// What they are depends on the machine's model: Processors from Processor on, or
// something else, such as the network.
type Load struct {
	First, Count int64
	Seconds      float64
	Array        int
	Processors   bool
	Processor    int64 // the first of them, counted from 0
}

// Process is a method as a process: its models are formulas in its parameters
// and in the processor p that it runs on.
type Process struct {
	Name          string // "adi.relax"
	Line, End     int
	T, Phi, Omega Formula
}

// Line is the prediction for one source line.
type Line struct {
	Line          int
	Executions    float64 // of the sequential program; element assignments for array statements
	Charge        Charge  // on the unit's reference processor: adds up to T
	Busy          float64 // largest own time of any processor, seconds; does not add up
	BusyProcessor []int
	Operations    []Operation // on the reference processor, by name
	Moved         float64     // bytes of array elements that it reads and stores; 0 where their types are not known
	Comms         []Communication
	Formula       Formula
	NoEstimate    string // why the line has no number
	Calibrated    string // the phase of a phase model whose time this is a part of, and what it replaces; or ""
	Bound         string // what the line's innermost loop waits for, on a machine whose times overlap: "memory bandwidth of L3"; or ""
	OffPath       string // what a line with charge 0 costs elsewhere, or ""
	Interval      Interval
	Notes         []string // decisions and substitutes that the time rests on
	Assumed       []string // names of the unit's assumptions that the time rests on and nothing gives; a procedure that it calls, for those of its own
}

// Between holds the time, in seconds, that following all clocks would give, or adding
// all terms of a sum, where that takes too long and an estimate stands for it; it is zero
// where none does. Bounds of clocks are proven (package process), those of sampled sums
// hold where the terms go one way between two samples (package symbolic).
type Between struct {
	Low, High float64
	Calls     bool // calls of procedures that pass messages may overlap, and are added up
}

// Some reports whether the time is an estimate.
func (b Between) Some() bool { return b.High > 0 }

// farAbove is how many times the lower bound an upper one may be that says something: above it
// are those that take all processors for waiting for each other one by one.
const farAbove = 1000

// String says both, or the lower one where the upper one says nothing.
func (b Between) String() string {
	if b.Low > 0 && b.High > farAbove*b.Low {
		return "at least " + Seconds(b.Low)
	}
	return "between " + Seconds(b.Low) + " and " + Seconds(b.High)
}

// Interval says how sure a time is, in seconds, on a machine whose numbers have
// intervals; it is zero on any other.
type Interval struct {
	Low, High float64 // ends of the 90% interval
	Minimum   float64 // from the least run times that were measured, in the place of means
}

// Plus adds intervals as if all errors had one direction.
func (i Interval) Plus(j Interval) Interval {
	return Interval{i.Low + j.Low, i.High + j.High, i.Minimum + j.Minimum}
}

// Operation counts one class of operations on the reference processor.
type Operation struct {
	Name  string // "add", "load", ...
	Count float64
}

// Communication is one communication that the compiler inserts for a line.
type Communication struct {
	Kind                      string // "shift", "broadcast", "reduction", ...
	Array                     string
	Dimension                 int   // of the array, from 1; 0 when it has none
	Offset                    int64 // of a shift; 0 otherwise
	Messages, Bytes           float64
	TotalMessages, TotalBytes float64
	Reason                    string // "shift of A by +1 along dimension 1: 2 messages of 256 elements"
	Hoisted                   bool   // paid before the loop that needs it
	Around                    int    // how many DO loops it stays in
	Elements                  float64
	Bound                     bool // volumes are upper bounds
}

// Loop is the prediction for a loop or array construct.
type Loop struct {
	Line, EndLine int
	Iterations    float64 // each time that it is entered, on average; NaN: not known
	Kind          string  // "parallel", "sequential", "replicated", "serial"
	Why           string
	Time          float64 // charge of the lines inside, seconds
	Depth         int
	Calling       Calling // with the methods of a Spar program that it calls, whose lines stand elsewhere; zero where Time has all
}

// Calling is what some lines take with what they call.
type Calling struct {
	Charge  Charge
	AtLeast bool // what other lines call too is left out
}

// Some reports whether they call anything that takes time.
func (c Calling) Some() bool { return c.Charge.Total() > 0 }

// Assumption is a value that the prediction rests on.
type Assumption struct {
	Name   string
	Value  string
	Source string // "constant", "set", "assumed", "traced"
	Line   int    // 0 when it belongs to no line

	Provenance Provenance // what Source says
	Weight     bool       // it is how often a condition holds
}

// Setting is the value with its name.
func (a Assumption) Setting() string { return a.Name + " = " + a.Value }

// Parameter is a machine number with its provenance.
type Parameter struct {
	Name       string  // "send_startup_s"
	Value      float64 // in the unit that ends the name
	Provenance string  // "published", "measured", "fitted", "recalled", "derived"
	Source     string
}

// Mapping says in words how an array is mapped.
type Mapping struct {
	Array, Text string
	Line        int    // of the directive; of the declaration where a host or a module maps the array; 0 where it is not known
	File        string // of the line, "" for the report's own
}
