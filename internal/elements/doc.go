// Package elements is the oracle of the tests: it executes a program one
// element at a time, in source order and with real values, and counts what
// each processor of a distributed machine would do for it. It looks nothing up
// in a formula. Owners are found by dealing template indices out one by one,
// iterations by running the loops, messages by collecting the elements that a
// processor reads and does not hold. So it is slow, and easy to believe.
//
// # Who executes
//
// Owner computes. An assignment to an element is executed by every processor
// that holds a copy of the element; scalars and unmapped arrays are held by
// all. In an INDEPENDENT loop (and DO CONCURRENT) the iteration belongs to the
// owners of its home: the ON HOME reference; else the left side of the first
// assignment to a mapped array in the body; else, with a REDUCTION clause, the
// first mapped reference on the right of the reduction statement; else all.
// Where a subscript of the home uses the index of an inner loop, or is a
// section, a statement outside that loop falls back, in that grid dimension
// only, on the owner of its own left side. Everything assigned in the iteration
// is computed by its executors; an element that they do not hold is sent to its
// owners afterwards. NEW variables are never sent.
//
// The statement s = s + e (also -, *, MIN, MAX) of a plain DO loop is a
// reduction when s occurs nowhere else in the loop and the loop's index stands
// in a subscript of a mapped reference of e: the first such reference is the
// home. The parts are combined after the outermost loop of which that is true.
// The reduction intrinsics split likewise by the first mapped section of their
// arguments, except inside parallel constructs, where the executor computes
// the whole.
//
// Conditions are evaluated by the executors of the iteration, outside
// INDEPENDENT loops by all. Masks are evaluated by the executors of the first
// assignment that they guard.
//
// # What is counted
//
// Every operator of an executed expression counts once on every executor, by
// class (see [Class]), without constant folding. Each array element read is a
// load, each array element assigned a store; scalars, PARAMETERs and loop
// indices are free. Arithmetic in subscripts, section bounds and loop bounds is
// address computation and free; the array elements that it reads are loads.
//
// # Communication
//
// An executor fetches the elements that it reads and does not hold from the
// nearest owner: the one that agrees with it in most grid coordinates, of
// several the one with the smallest number. What a reference group fetches
// during one execution of its nest is one message per pair of processors, with
// every distinct element once. The nest of a reference is its statement and
// every enclosing loop outwards up to the first plain loop that stores the
// array or changes what the subscripts depend on; FORALL, WHERE and INDEPENDENT
// loops are always left. A group is the references of a statement to one array
// in one direction (see direction.go); the mask of a FORALL or WHERE goes with
// the first assignment that it guards.
package elements
