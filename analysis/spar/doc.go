// Package spar is the syntax of Spar/Java: Java 1.2 with multidimensional
// arrays, tuples, complex numbers, cardinality loops and pragmas that place
// data and work on processors (paper 004; Spar specification 2.0).
//
// A file is split into members by a scanner of brackets; every member is
// lexed and parsed on its own, with spans relative to its first byte, so that
// an edit costs one member. Parsing never fails: a bad statement costs one
// statement, a bad member one member, and every message has a place.
//
//	scan.go, split.go      text to types and members
//	token.go, lexer.go     member text to tokens
//	parser.go and others   tokens to trees
//	pragma.go, normal.go   pragmas, and the normal form of their values
//	print.go               trees as text
package spar
