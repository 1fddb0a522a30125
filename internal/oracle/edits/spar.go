package edits

import (
	"math/rand/v2"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Spar returns an edit of a Spar text: what Random does, and changes of
// declarations, pragmas and signatures.
func Spar(r *rand.Rand, text *source.Text) source.Edit {
	switch r.IntN(4) {
	case 0:
		return insert(text, text.LineStart(1+r.IntN(text.Lines())), pick(r, sparLines)+"\n")
	case 1:
		c := sparChanges[r.IntN(len(sparChanges))]
		return replaceOne(r, text, c[0], c[1])
	}
	return Random(r, text)
}

// sparLines are declarations, statements, pragmas and brackets.
var sparLines = []string{
	"    static double z[*] <$ on = (lambda (i) gpp[(cyclic i)]) $> = new double[N];", "    static int M = N / 2;", "    }", "{", "        N = 3;",
	"        <$ Pamela = (cond 0.25) $>", "        <$ Pamela = parallel $>", "        <$ Pamela = (@N 64) $>", "        <$ on = gpp[@k] $>", "        while( s < 1.0 ) s = s * 2.0;",
	"        if( x > s ) f0(k);", "        s = A[1,k];", "        f1(3);", "// a comment", "    <$ Pamela = (upper 3) $>", "        for( q :- 0 : M ) w[q] = s;", "        return;",
	"    static void g( int a, double b ) { s = b; }", "    static class in { static double y; static void h( int k ) { y = y + 1.0; } }", "        in.h(k);",
}

// sparChanges put other words in the place of some.
var sparChanges = [][2]string{
	{"(block j", "(cyclic j"}, {"(cyclic j", "(block j"}, {"int k", "int l"}, {"int k )", "int k, int m )"}, {"N = ", "N = 2 * "}, {"double", "int"}, {"static", "static final"},
	{"gpp[16]", "gpp[4]"}, {"parallel", "paralel"}, {"lambda (i j)", "lambda (j i)"}, {"void f", "void h"}, {"Pamela = (", "Pamela = (@s 1), Pamela = ("}, {"/ @P", "/ (2 * @P)"},
	{"_all", "(local 0)"}, {"foreach", "for"}, {"$>", "$> <$ resident $>"}, {"];", "]"}, {"numeric", "numerik"}, {"class big", "class large"},
}

// replaceOne puts a word in the place of one of those that stand in the text; it
// does nothing when none does.
func replaceOne(r *rand.Rand, text *source.Text, old, now string) source.Edit {
	parts := strings.Split(text.String(), old)
	if len(parts) < 2 {
		return source.Edit{}
	}
	at := len(strings.Join(parts[:1+r.IntN(len(parts)-1)], old))
	return source.Edit{Span: source.Span{Start: at, End: at + len(old)}, New: now}
}
