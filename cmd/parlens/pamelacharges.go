package main

import (
	"fmt"
	"maps"

	"github.com/parlens/parlens/costmodel/pamela"
)

// jsonPamCost is what one place of a PAMELA model contributes to a time.
type jsonPamCost struct {
	File    string `json:"file"`    // path of the file
	Line    int    `json:"line"`    // line, from 1
	Column  int    `json:"column"`  // from 1, in bytes
	Seconds number `json:"seconds"` // of the time
}

// chargesOf are the places where the time goes, if the output is the time of a
// process and they were asked for.
func (c pamelaChoices) chargesOf(m *pamela.Model, o pamela.Output) ([]pamela.Charge, error) {
	if _, known := m.Arena().Const(o.Expr); !c.charges || o.Model != "T" || !known {
		return nil, nil
	}
	values := m.Defaults()
	maps.Copy(values, c.values)
	return m.Charges(o, values)
}

// chargesText lists the places as comments, with their share of the time.
func (c pamelaChoices) chargesText(m *pamela.Model, o pamela.Output) string {
	text, all := "", 0.0
	charges, err := c.chargesOf(m, o)
	if err != nil {
		return fmt.Sprintf("    %% where it goes: %v\n", err)
	}
	for _, x := range charges {
		all += x.Seconds
	}
	for _, x := range charges {
		at := c.place(x.File, x.Span.Start)
		text += fmt.Sprintf("    %% %5.1f%% %.7g  %s:%d:%d\n", 100*x.Seconds/all, x.Seconds, x.File, at.Line, at.Column)
	}
	return text
}
