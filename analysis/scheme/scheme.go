// Package scheme holds the choices of a data-parallel compiler that decide
// which communication a program needs and where it is paid. It knows no
// machine number: a machine file names the scheme of its compiler.
package scheme

import "slices"

// OwnerTest says where a loop whose iterations are partitioned finds out
// which of them are its own.
type OwnerTest uint8

// The placements of the owner test.
const (
	InBounds    OwnerTest = iota // local loop bounds, computed once per loop
	InIteration                  // a guard in every iteration
)

// Layout says how an array lies that no directive maps.
type Layout uint8

// The default layouts.
const (
	Replicated Layout = iota // a copy on every processor
	LastBlock                // BLOCK in its last dimension, over the first grid dimension
)

// Scheme is the set of switches.
type Scheme struct {
	Vectorize    bool      // send the elements of all iterations at once, before the outermost loop that carries no dependence onto them
	Invariants   bool      // without Vectorize: fetch what a loop neither changes nor moves once, before it
	Coalesce     bool      // one message for what the references of a statement read of one array from one side
	OverlapAreas bool      // with Coalesce: also when they read at several distances along a BLOCK dimension
	Reuse        bool      // what was fetched and not stored since is not fetched again
	Aggregate    bool      // join the messages of several arrays that go the same way at the same point
	OwnerTest    OwnerTest // where iterations are distinguished
	Default      Layout    // of arrays that no directive maps
	Reorder      bool      // DO loops are nested for the cache where their iterations allow it
	Inline       bool      // short procedures that are seen are put in the place of their calls
}

// Optimizations are the names of the switches of the node compiler.
var Optimizations = []string{"reorder", "inline"}

// Optimized returns the scheme with these optimizations on and all others off.
func (s Scheme) Optimized(names []string) Scheme {
	s.Reorder, s.Inline = slices.Contains(names, "reorder"), slices.Contains(names, "inline")
	return s
}

// Optimizing returns the names of the optimizations that are on.
func (s Scheme) Optimizing() []string {
	var names []string
	for i, on := range []bool{s.Reorder, s.Inline} {
		if on {
			names = append(names, Optimizations[i])
		}
	}
	return names
}

// Collective is the scheme of the Fortran 90D and pghpf family: vectorised
// messages, overlap areas that stay filled until their array is stored, local
// loop bounds.
var Collective = Scheme{Vectorize: true, Invariants: true, Coalesce: true, OverlapAreas: true, Reuse: true, OwnerTest: InBounds}

// ElementWise is run-time resolution, the scheme of a compiler that analyses
// nothing: every element is a message of its own in the iteration that reads
// it, and every processor tests in all iterations which are its own.
var ElementWise = Scheme{OwnerTest: InIteration}

// ByName returns the scheme with the name a machine file uses.
func ByName(name string) (Scheme, bool) {
	s, ok := map[string]Scheme{"collective": Collective, "element-wise": ElementWise}[name]
	return s, ok
}
