// Package calculus holds process terms that share resources, and the symbolic
// cost calculus over them: PAMELA's serialization analysis (paper 004, chapters
// 1 and 3).
//
// A term is built of delays and of uses of resources, composed one after the
// other or in parallel. Four models describe it:
//
//	phi    the time of its longest path, as if resources were free
//	delta  the work it puts on every resource, a vector
//	omega  the work on its busiest resource, max(delta)
//	T      its time: at every parallel composition the larger of the longest
//	       branch and the busiest resource of the composition
//
// T is a lower bound of the time under any first-come-first-served schedule,
// and phi plus the sum of delta is an upper one.
//
// All four are expressions in problem sizes, processor counts and machine
// parameters, so that a prediction for a million processors costs what one for
// four does. A vector is never written out: it is a list of loads over index
// ranges.
//
// Charges adds T up again, over the delays.
package calculus
