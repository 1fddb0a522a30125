package fortran

import "strings"

// sentinels are the comment beginnings that make a line a directive, without
// their comment character.
var sentinels = []string{"hpf$", "$omp", "$acc", "$xmp", "dir$", "dec$", "ibm*", "fcd$", "adp$", "dvm$", "$dvm", "mf$", "pgi$", "gcc$"}

// sentinel returns the sentinel that a comment begins with (without its
// comment character, in lower case) and its length with it; length 0 means an
// ordinary comment. "CMF$" is a comment character and "mf$".
func sentinel(comment string) (name string, length int) {
	for _, s := range sentinels {
		if len(comment) > len(s) && strings.EqualFold(comment[1:1+len(s)], s) {
			return s, len(s) + 1
		}
	}
	return "", 0
}

// unmodelled says what becomes of the directives that share a program's work out
// in another way, by their sentinels; told once in a unit.
var unmodelled = map[string]string{
	"$omp": "OpenMP directives are not modelled: the costs are those of one thread",
	"$acc": "OpenACC directives are not modelled: the costs are those of the processor without an accelerator",
}

// mapsData reports whether a directive is one that maps data: HPF's,
// XcalableMP's, DVM's, and CM Fortran's LAYOUT.
func mapsData(name, text string) bool {
	if name == "mf$" {
		text = strings.TrimLeft(text, " \t")
		return len(text) > 6 && strings.EqualFold(text[:6], "layout") && !isNameByte(text[6])
	}
	return name == "hpf$" || name == "$xmp" || name == "dvm$" || name == "$dvm"
}
