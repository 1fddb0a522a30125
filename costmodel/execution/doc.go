// Package execution predicts a parallel loop that is mapped in one of several ways
// onto a linear array of processors with a host at its ends: paper 002.
//
// The time of processor i is T_i = SEQ_i + CL_i + SD_i - OL_i (equation 1): its
// computation, its communication, the delay until its data come, and what of the
// communication is hidden behind computation. The time of the loop is the largest
// of these (equation 2). Costs are in units of sending or receiving one data item,
// and are expressions of the cost algebra.
package execution
