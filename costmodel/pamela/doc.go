// Package pamela is the language PAMELA (Performance Modeling Language) of
// paper 004: process models of programs and machines, compiled into symbolic
// time models.
//
// A model goes through these passes, each in a file of its own:
//
//	parse      text to equations, INCLUDE resolved (Parse); or equations that are
//	           put together as trees, without any text (NewFile)
//	check      names, numbers of arguments, cycles
//	infer      which parameters are sizes, which are times
//	evaluate   equations to expressions and process terms: substitution
//	transform  process terms to T, phi, delta, omega (package calculus)
//	simplify   package symbolic
//	print      equations in the form of the paper, Markdown, Go, C
//
// A bad equation costs one equation: every message has a file and a position,
// and what does not depend on the equation is still there.
package pamela
