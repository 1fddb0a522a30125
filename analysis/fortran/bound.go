package fortran

import "strings"

// mayBound is a quick look whether a statement may open or close a unit, so
// that few statements are parsed only to find the units.
func mayBound(text string) bool {
	var word [12]byte
	n := 0
	for i := 0; i < len(text) && n < len(word); i++ {
		if c := text[i]; isLetter(c) {
			word[n] = c | 0x20
			n++
		} else if !isBlank(c) {
			break
		}
	}
	head := string(word[:n])
	for _, w := range boundWords {
		if strings.HasPrefix(head, w) {
			return true
		}
	}
	for _, w := range typeWords {
		if strings.HasPrefix(head, w) {
			return containsFold(text, "function") || containsFold(text, "subroutine")
		}
	}
	return false
}

var boundWords = []string{"program", "subroutine", "function", "module", "submodule", "blockdata", "end", "contains", "interface", "abstract", "type"}

var typeWords = []string{"integer", "real", "complex", "logical", "character", "byte", "double", "pure", "impure", "elemental", "recursive", "non", "extrinsic", "class", "attributes"}

// containsFold reports whether text holds the lower-case word in any case.
func containsFold(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
