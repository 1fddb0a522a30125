package elements

import (
	"fmt"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/fortran/lower"
	"github.com/parlens/parlens/analysis/source"
)

// Parse reads a source file into the inputs of its program units. Lines are
// those of the file. An error in the text is an error.
func Parse(name, text string) ([]Input, error) {
	lines := source.NewText(text)
	file := lower.Lower(fortran.Parse(lines, fortran.FormOf(name)))
	for _, d := range file.Diagnostics {
		if d.Severity == source.Error {
			return nil, fmt.Errorf("%s:%d: %s", name, lines.LineOf(d.Span.Start), d.Message)
		}
	}
	var inputs []Input
	for _, u := range file.Units {
		inputs = append(inputs, Of(u, lines))
	}
	return inputs, nil
}

// Of returns the input for a lowered unit of a text.
func Of(u *lower.Unit, text *source.Text) Input {
	return Input{
		Unit: u.Unit, Layouts: u.Layouts, Grid: u.Grid, Arena: u.Arena,
		Line: func(offset int) int { return text.LineOf(u.Start + offset) },
	}
}
