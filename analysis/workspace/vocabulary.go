package workspace

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// vocabulary is what the statements of a text say, in lower case.
type vocabulary struct {
	form     fortran.Form
	width    int
	words    map[string]bool
	includes []string
	pastes   bool            // its macros make words of parts
	means    map[string]bool // its modules and procedures that their names mean in all of the text
}

// vocabulary returns what the file says when its text is laid out so; the preprocessor's
// conditionals are not decided. The last answer is kept with the file.
func (f *File) vocabulary(form fortran.Form, width int) *vocabulary {
	if v := f.said.Load(); v != nil && v.form == form && v.width == width {
		return v
	}
	v := vocabularyOf(f.Text.String(), form, width)
	f.said.Store(v)
	return v
}

func vocabularyOf(text string, form fortran.Form, width int) *vocabulary {
	v := &vocabulary{form: form, width: width, words: map[string]bool{}, pastes: strings.Contains(text, "##"), means: map[string]bool{}}
	var procedures []string
	conditional := false
	for _, l := range fortran.Assemble(text, fortran.Options{Form: form, Width: width}) {
		said := strings.ToLower(l.Text)
		v.add(said)
		if l.Form == fortran.Fixed {
			said = fortran.Unspaced(said)
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
