// Package modelling is the modelling engine of paper 004, chapter 2: it turns
// a placed Spar program into a PAMELA model, a process for every method, in
// the form that the paper prints. The charges stand in the machine's model,
// which the program's includes; how messages are counted is the machine's choice
// too (Target).
package modelling
