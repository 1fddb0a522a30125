package spar

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// filler stands for the rest of a translated escape. No UTF-8 text holds it.
const filler = '\xff'

// translate puts characters for the escapes of four hexadecimal digits, such as
// \u0041, which may stand anywhere.
// The text keeps its length, so that places stay what they are: a character
// stands at the end of its escape, behind fillers.
func translate(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	out := []byte(text)
	for i := 0; i < len(out); i++ {
		if out[i] != '\\' {
			continue
		}
		if end, r := escape(text, i); end > i {
			translated := utf8.AppendRune(nil, r)
			for k := i; k < end; k++ {
				out[k] = filler
			}
			copy(out[end-len(translated):], translated)
			i = end - 1
		} else {
			i++ // a backslash before another makes no escape of it
		}
	}
	return string(out)
}

// escape reads the escape at a place: its end, and its character.
func escape(text string, at int) (int, rune) {
	hex := at + 1
	for hex < len(text) && text[hex] == 'u' {
		hex++
	}
	if hex == at+1 || hex+4 > len(text) {
		return at, 0
	}
	n, err := strconv.ParseUint(text[hex:hex+4], 16, 32)
	if err != nil {
		return at, 0
	}
	return hex + 4, rune(n)
}

// Plain is a word without fillers.
func Plain(word string) string {
	if strings.IndexByte(word, filler) < 0 {
		return word
	}
	return strings.ReplaceAll(word, string([]byte{filler}), "")
}
