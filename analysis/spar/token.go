package spar

import "strings"

// kind is the class of a token.
type kind uint8

const (
	endOfText kind = iota
	identifier
	keyword
	intNumber
	floatNumber
	imaginaryNumber
	charLiteral
	stringLiteral
	operator
	openLiteral // a string or character that does not end on its line
	bad         // a character that starts no token, or a literal that does not end
)

// token is a lexical unit: its text is text[start:end] of the lexed text.
type token struct {
	kind       kind
	start, end int
}

// keywords are reserved outside pragmas.
var keywords = words(`abstract assert boolean break byte case catch char class
	complex const continue default do double each else extends final finally
	float for foreach globalpragmas goto if implements import inline instanceof int
	interface long native new package private protected public return short static
	strictfp super switch synchronized this throw throws transient try type void
	volatile while true false null timeout __string __print __println __delete
	__array __getbuf __sizeof __wait __floatbits __doublebits`)

// primitives are the types that are keywords.
var primitives = words("boolean byte short char int long float double complex __string")

// modifierWords may stand before a declaration.
var modifierWords = words(`public protected private static abstract final native
	synchronized strictfp transient volatile inline`)

// operators by length, longest first: the longest match is taken.
var operators = [...]map[string]bool{
	4: words(">>>="),
	3: words(">>> <<= >>="),
	2: words(":- <$ $> (| |) -> == != <= >= && || ++ -- += -= *= /= %= &= |= ^= << >>"),
	1: words(`( ) { } [ ] ; , . = < > ! ~ ? : + - * / & | ^ % @ \ $`),
}

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}
