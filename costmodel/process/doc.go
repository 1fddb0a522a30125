// Package process holds the process terms that a program's cost is built of,
// and the passes that turn them into times and charges.
//
// An SPMD program is one term that every processor of a grid executes: delays
// (an amount of seconds each), series, loops and alternatives, and two ways to
// synchronise that are not series-parallel: exchange (wait for the neighbours)
// and sweep (a wavefront). A segment is a maximal run of delays without
// synchronisation; its delays are summed per processor before any maximum is
// taken, because a sum of maxima picks wrong mappings.
//
// The clock reading advances one clock per processor,
//
//	C'(p) = max over q in N(p) of C(q), plus cost(p)
//
// (the global clock of Parashar and Hariri's interpretation engine, paper 003,
// section 2.3), where the clocks of those who send are as the communication table
// has them: with their calls, transmission, and waits for links and buffers;
// the barrier reading lets every exchange wait for all processors and so
// bounds it from above. Iterations are passed many at a time as long as the clocks
// are polynomials in the iteration (many.go, polynomial.go). The time of the unit is the largest clock at its end;
// every second of it is charged to one delay, or to one wait, of the reference
// processor.
package process
