package outline

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Call is a place of a unit where a procedure is called, by CALL or as a function.
type Call struct {
	To *Found
	At source.Span // of the name
}

// Calls returns what a unit calls, in the order of the text, as far as the procedures
// are found. What stands inside the unit has calls of its own.
func (f *File) Calls(u *Unit, elsewhere Elsewhere) []Call {
	var out []Call
	d := f.finder(elsewhere)
	for i := range f.regions {
		if r := &f.regions[i]; r.at > u.End || i+1 < len(f.regions) && f.regions[i+1].at <= u.Start {
			continue
		}
		lines := f.linesOf(&f.regions[i])
		for i := range lines {
			l := &lines[i]
			if l.unit != u || l.Kind != fortran.Code {
				continue
			}
			for _, w := range l.words() {
				if to := d.procedure(l, w); to != nil {
					out = append(out, Call{to, w.at})
				}
			}
		}
	}
	return out
}

// procedure finds the procedure that a word calls, nil where it calls none.
func (d *finder) procedure(l *line, w word) *Found {
	found := d.word(l, w)
	switch {
	case !w.call || found == nil || w.at == found.Symbol.At:
		return nil
	case found.Symbol.Kind == External, found.Symbol.Kind == Interface, found.Symbol.Local:
		found = d.global(w.name) // what is only declared here
	}
	switch {
	case found == nil || found.Symbol.Kind != Subroutine && found.Symbol.Kind != Function:
		return nil
	case found.Unit == l.unit && found.Symbol.Kind == Function && assigns(l.tokens(), w.token):
		return nil // an element of its own result
	}
	return found
}
