// Package phases predicts programs that no compiler sees, from a file that
// describes their phases: how many operations, bytes copied and messages each
// has, as formulas in the problem size and the processors, and at which rates
// the machine was seen to do them. It is PerPreT of paper 001.
//
// A phase model is a TOML file (schema.go lists its keys). Its formulas are
// expressions of the cost algebra, so that a model is evaluated, differentiated
// and printed like any other cost. For is a model for one variant of the
// algorithm on one machine; Evaluate gives the seconds of each phase; Search
// compares processor meshes and variants; Fit finds rates from timings.
package phases
