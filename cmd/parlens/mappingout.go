package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/parlens/parlens/costmodel/report"
)

func (m *mapped) write(env environment) error {
	if m.from != "" {
		fmt.Fprintln(env.out, m.from)
	}
	if s := m.sweep; s != nil {
		_, err := fmt.Fprintf(env.out, "%s passes messages: a pipelined sweep over %v columns is best in strips of %v, %s; column by column %s, in one strip %s\n",
			m.machine.Title, s.columns, s.strip, report.Seconds(s.time), report.Seconds(s.one), report.Seconds(s.whole))
		return err
	}
	fmt.Fprintf(env.out, "%s; an item takes %s\n%s\n", m.machine.Title, report.Seconds(m.item), given(m.Values))
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "SEQ\tCL\tSD\tOL\tT\ttime\t  ")
	for _, c := range m.Costs {
		mark := ""
		if c.Technique == m.Winner {
			mark = ", the fastest"
		}
		if c.Impossible != "" {
			mark += "; impossible: " + c.Impossible
		}
		fmt.Fprintf(w, "%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%s\t  %s%s\n", c.SEQ, c.CL, c.SD, c.OL, c.T, report.Seconds(c.T*m.item), c.Technique.Title(), mark)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if m.bounds != nil {
		fmt.Fprintf(env.out, "by the sequential models a body costs %.6g, %.6g or %.6g items: at most, at least, at least with software pipelining\n", m.body.Upper, m.body.Lower, m.body.Software)
		for _, b := range m.bounds {
			fmt.Fprintf(env.out, "  %s, %s, %s  %s\n", report.Seconds(b.Upper.T*m.item), report.Seconds(b.Lower.T*m.item), report.Seconds(b.Software.T*m.item), b.Technique.Title())
		}
	}
	for _, x := range m.Crossovers {
		where := "from %s = %v up"
		if !x.Above {
			where = "from %s = %v down"
		}
		fmt.Fprintf(env.out, where+" %s wins\n", x.Parameter, x.At, x.Winner.Title())
	}
	return nil
}

// The JSON of `mapping --format json`, documented in docs/json.md.
type jsonMapping struct {
	Format     formatVersion     `json:"format"`           // version of this output
	Machine    string            `json:"machine"`          // its name
	Loop       string            `json:"loop"`             // where the iterations are from; empty where they are set
	Item       number            `json:"item_s"`           // seconds: sending or receiving one data item; null on a machine that passes messages
	Values     map[string]number `json:"values"`           // of the parameters
	Techniques []jsonTechnique   `json:"techniques"`       // the techniques side by side
	Winner     string            `json:"winner"`           // `block`, `interleaved`, `pipelined` or `function-pipeline`
	Crossovers []jsonCrossover   `json:"crossovers"`       // where another technique begins to win
	Bounds     []jsonBounds      `json:"bounds,omitempty"` // of the techniques, by the three sequential models of the body; absent where its operations are not known
	Sweep      *jsonSweep        `json:"sweep,omitempty"`  // the pipelined sweep, on a machine that passes messages
}

type jsonTechnique struct {
	Technique  string `json:"technique"`            // its name
	SEQ        number `json:"seq"`                  // sequential time of a processor's part, in costs of an item
	CL         number `json:"cl"`                   // communication latency, in costs of an item
	SD         number `json:"sd"`                   // skew delay, in costs of an item
	OL         number `json:"ol"`                   // overlap, in costs of an item
	T          number `json:"t"`                    // their sum, in costs of an item
	Time       number `json:"time_s"`               // seconds
	Impossible string `json:"impossible,omitempty"` // where the equation has a value that cannot be; absent elsewhere
}

type jsonBounds struct {
	Technique string `json:"technique"`  // its name
	Upper     number `json:"upper_s"`    // seconds: no operation beside another
	Lower     number `json:"lower_s"`    // seconds: as much at once as dependences allow
	Software  number `json:"software_s"` // seconds: the same with software pipelining
}

type jsonCrossover struct {
	Parameter string `json:"parameter"` // its name
	At        number `json:"at"`        // the first value where another technique wins
	Above     bool   `json:"above"`     // from there upwards, else downwards
	Winner    string `json:"winner"`    // the technique that wins there
}

type jsonSweep struct {
	Strip  number `json:"strip"`              // columns of a strip, at the optimum
	Time   number `json:"time_s"`             // seconds with it
	Column number `json:"column_by_column_s"` // seconds, column by column
	Whole  number `json:"one_strip_s"`        // seconds, all in one strip
}

func (m *mapped) json() jsonMapping {
	j := jsonMapping{Machine: m.machine.Name, Loop: m.from, Item: orUnknown(m.item), Values: map[string]number{}, Winner: string(m.Winner), Techniques: []jsonTechnique{}, Crossovers: []jsonCrossover{}}
	for n, v := range m.Values {
		j.Values[n] = number(v)
	}
	for _, c := range m.Costs {
		j.Techniques = append(j.Techniques, jsonTechnique{string(c.Technique), number(c.SEQ), number(c.CL), number(c.SD), number(c.OL), number(c.T), number(c.T * m.item), c.Impossible})
	}
	for _, x := range m.Crossovers {
		j.Crossovers = append(j.Crossovers, jsonCrossover{x.Parameter, number(x.At), x.Above, string(x.Winner)})
	}
	for _, b := range m.bounds {
		j.Bounds = append(j.Bounds, jsonBounds{string(b.Technique), number(b.Upper.T * m.item), number(b.Lower.T * m.item), number(b.Software.T * m.item)})
	}
	if s := m.sweep; s != nil {
		j.Sweep = &jsonSweep{number(s.strip), number(s.time), number(s.one), number(s.whole)}
	}
	return j
}
