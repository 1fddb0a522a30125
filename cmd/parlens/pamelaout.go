package main

import (
	"github.com/parlens/parlens/costmodel/pamela"
)

// jsonModel is what `pamela --format json` writes.
type jsonModel struct {
	Format    formatVersion  `json:"format"`    // version of this output
	Equations []jsonEquation `json:"equations"` // in the order of the model
}

// jsonEquation is one equation of it.
type jsonEquation struct {
	Name        string           `json:"name"`                  // its name
	Kind        string           `json:"kind"`                  // `process`, `numeric`, ...
	Parameters  []string         `json:"parameters,omitempty"`  // of the equation
	Expression  string           `json:"expression,omitempty"`  // what it is equal to
	Shortened   string           `json:"shortened,omitempty"`   // the expression in the names of the definitions, where it is long and repeats parts
	Definitions []jsonDefinition `json:"definitions,omitempty"` // parts that the expression repeats
	Value       *number          `json:"value,omitempty"`       // the number, where it is one
	Lowest      *number          `json:"lowest,omitempty"`      // of an estimate
	Highest     *number          `json:"highest,omitempty"`     // of an estimate
	Runs        []jsonPamRuns    `json:"loads,omitempty"`       // of a vector in numbers: runs of resources with the same work
	Charges     []jsonPamCost    `json:"charges,omitempty"`     // with `--charges`: what each place of the source contributes to the time
}

// jsonDefinition is a part that an expression repeats; it may mention the names
// of those before it.
type jsonDefinition struct {
	Name       string `json:"name"`       // its name
	Expression string `json:"expression"` // what it stands for, in the names before it
}

// jsonPamRuns is a number of resources with the same work.
type jsonPamRuns struct {
	Array string `json:"array,omitempty"` // where the model has several
	First int64  `json:"first"`           // the first of these resources
	Count int64  `json:"count"`           // how many there are
	Load  number `json:"load"`            // the work of each
}

func (c pamelaChoices) printJSON(env environment, m *pamela.Model) error {
	equations := []jsonEquation{}
	switch c.stage {
	case "parsed":
		for _, e := range m.Tree.Equations {
			equations = append(equations, jsonEquation{Name: e.Name, Kind: e.Kind.String(), Parameters: e.Params, Expression: body(e)})
		}
	case "evaluated":
		for _, r := range m.Results {
			e := r.Equation
			equations = append(equations, jsonEquation{Name: e.Name, Kind: e.Kind.String(), Parameters: r.Params, Expression: m.EvaluatedRight(r)})
		}
	default:
		for _, o := range c.outputs(env, m) {
			equations = append(equations, c.jsonOutput(m, o))
		}
	}
	return encode(env.out, jsonModel{Equations: equations})
}

func body(e *pamela.Equation) string {
	if e.Body == nil {
		return ""
	}
	return pamela.Source(e.Body)
}

// longExpression is the length, in bytes, from which on the parts that an
// expression repeats have names.
const longExpression = 400

func jsonRuns(m *pamela.Model, o pamela.Output) []jsonPamRuns {
	var out []jsonPamRuns
	arrays := m.Arrays()
	for _, r := range o.Runs {
		name := ""
		if len(arrays) > 1 {
			name = arrays[r.Array].Name
		}
		out = append(out, jsonPamRuns{name, r.First, r.Count, number(r.Load)})
	}
	return out
}

func (c pamelaChoices) jsonOutput(m *pamela.Model, o pamela.Output) jsonEquation {
	out := jsonEquation{Name: o.Name(), Kind: "numeric", Parameters: o.Params, Expression: m.Right(o)}
	if parts, short := m.Named(o, longExpression, true); len(parts) > 0 {
		out.Shortened = short
		for _, p := range parts {
			out.Definitions = append(out.Definitions, jsonDefinition{p.Name, p.Text})
		}
	}
	out.Runs = jsonRuns(m, o)
	if !o.IsVector() {
		if x, ok := m.Arena().Const(o.Expr); ok {
			v := number(x)
			out.Value = &v
		}
		if e := o.Estimate; e.Sampled {
			lo, hi := number(e.Lo), number(e.Hi)
			out.Lowest, out.Highest = &lo, &hi
		}
	}
	charges, _ := c.chargesOf(m, o) // the text says why there are none
	for _, x := range charges {
		at := c.place(x.File, x.Span.Start)
		out.Charges = append(out.Charges, jsonPamCost{x.File, at.Line, at.Column, number(x.Seconds)})
	}
	return out
}
