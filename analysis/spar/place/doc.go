// Package place decides what of a Spar program runs where: it reads the
// mapping pragmas, gives every element its owner in closed form, chooses for
// every operation the processor that executes it, and finds the moves between
// processors. The result is a program of steps (Op, Move, Call, Loop, ...)
// that knows no machine (paper 004, sections 2.2 and 2.4).
package place
