package hpf

import "github.com/parlens/parlens/analysis/fortran"

// ReadTokens reads a directive whose tokens another language's reader has put
// into HPF's words; end is the length of its text.
func ReadTokens(tokens []fortran.Token, end int) Reading { return readTokens(tokens, end) }
