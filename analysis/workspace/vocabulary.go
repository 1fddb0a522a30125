package workspace

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
)

// vocabulary is what the statements of a text say, in lower case.
type vocabulary struct {
	words    map[string]bool
	includes []string
	pastes   bool            // its macros make words of parts
	means    map[string]bool // its modules and procedures that their names mean in all of the text
}

// vocabularyKey is a text, and how it is read. The preprocessor's conditionals are not decided.
type vocabularyKey struct {
	file  *File
	form  fortran.Form
	width int
}

func (s *Snapshot) vocabulary(k vocabularyKey) *vocabulary {
	return memo.Get(s.memo, k, vocabularyKey.read)
}

func (k vocabularyKey) read() *vocabulary {
	text := k.file.Text.String()
	v := &vocabulary{words: map[string]bool{}, pastes: strings.Contains(text, "##"), means: map[string]bool{}}
	var procedures []string
	conditional := false
	for _, l := range fortran.Assemble(text, fortran.Options{Form: k.form, Width: k.width}) {
		said := strings.ToLower(l.Text)
		v.add(said)
		if l.Form == fortran.Fixed { // where blanks mean nothing
			said = strings.NewReplacer(" ", "", "\t", "").Replace(said)
			v.add(said)
		}
		include := fortran.IncludedName(l)
		switch {
		case include != "":
			v.includes = append(v.includes, include)
		case l.Kind == fortran.Preprocessor:
			conditional = true
		case l.Kind == fortran.Code:
			if name, _ := headed(said); name != "" && !strings.Contains(said, "=") {
				procedures = append(procedures, name)
			}
			for _, name := range modulesIn(l.Text) {
				v.means[name] = true
			}
		}
	}
	if !v.words["contains"] && !v.words["interface"] { // else known to their hosts only, or of other files
		for _, name := range procedures {
			v.means[name] = true
		}
	}
	if conditional { // they may be left out, or have other names
		clear(v.means)
	}
	return v
}

// add adds the words of a statement, and without blanks what is called or used.
func (v *vocabulary) add(said string) {
	for at := 0; at < len(said); {
		end := at
		for end < len(said) && inWord(said[end]) {
			end++
		}
		if word := said[at:end]; word != "" && !v.words[word] {
			v.words[strings.Clone(word)] = true
			for _, keyword := range []string{"call", "use"} {
				if name, after := strings.CutPrefix(word, keyword); after {
					v.words[strings.Clone(name)] = true
				}
			}
		}
		at = end + 1
	}
}

func inWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}
