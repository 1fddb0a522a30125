package arrayprogram

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
	"github.com/parlens/parlens/machines"
)

// predicted is a unit with its prediction, for tests.
type predicted struct {
	*Result
	model arrayop.Model
	text  *source.Text
}

func modelOf(t testing.TB, machine string) arrayop.Model {
	t.Helper()
	m, err := machines.Load(machine, nil)
	if err != nil {
		t.Fatal(err)
	}
	return arrayop.New(m)
}

// predict predicts the first unit of a text; it sees the others.
func predict(t testing.TB, machine, text string, o Options) predicted {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free))
	for _, d := range f.Diagnostics {
		if d.Code == "zero-step" {
			continue // said, and the rest is predicted
		}
		t.Fatalf("%s in\n%s", d.Message, text)
	}
	if o.Procedure == nil {
		o.Procedure = func(_ *program.Unit, name string) *Procedure {
			for _, u := range f.Units {
				if u.Name == name {
					return &Procedure{Unit: u.Unit}
				}
			}
			return nil
		}
	}
	m := modelOf(t, machine)
	u := f.Units[0]
	return predicted{Predict(context.Background(), u.Unit, m, o), m, source.NewText(text[u.Start:u.End])}
}

// terms writes the terms of a line, counted from 1.
func (p predicted) terms(line int) string {
	var out []string
	for _, c := range p.Costs {
		if p.text.LineOf(c.At.Start) == line {
			for _, x := range c.Parts {
				out = append(out, x.Term.String())
			}
			if c.Problem != "" {
				out = append(out, "? "+c.Problem)
			}
		}
	}
	return strings.Join(out, " + ")
}

// total is the time of the whole unit.
func (p predicted) total() arrayop.Estimate {
	var sum arrayop.Estimate
	for _, c := range p.Costs {
		for _, x := range c.Parts {
			e, _ := p.model.Value(x.Term)
			sum = sum.Plus(e)
		}
	}
	return sum
}
