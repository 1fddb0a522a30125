package evaluate

import (
	"fmt"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/costmodel/interpret"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

// measuredTape is the compiled size of a collective operation that was measured.
type measuredTape struct {
	interpret.Measured
	processors, bytes tape
}

func measuredOf(g *aag.Graph, m *machines.Machine) []measuredTape {
	var out []measuredTape
	for _, x := range interpret.MeasuredOperations(g, m) {
		out = append(out, measuredTape{x, newTape(g.Builder, x.Processors), newTape(g.Builder, x.Bytes)})
	}
	return out
}

// beyond notes the collective operations that are larger or smaller than all that
// was measured of them.
func (n *numbers) beyond() {
	env := n.at(n.result.Reference)
	for _, x := range n.m.measured {
		p, bytes := x.processors.eval(env), x.bytes.eval(env)
		rows := n.linked.machine.Measured(x.Name)
		if p < 2 || len(rows) == 0 {
			continue
		}
		fewest, most := rows[0].Processors, rows[len(rows)-1].Processors
		least, largest := rows[0].Bytes, rows[0].Bytes
		for _, row := range rows {
			least, largest = min(least, row.Bytes), max(largest, row.Bytes)
		}
		if p >= float64(fewest) && p <= float64(most) && bytes >= least && bytes <= largest {
			continue
		}
		why := fmt.Sprintf("measured for %d to %d processors and %s to %s: extrapolated by its algorithm", fewest, most, report.Bytes(least), report.Bytes(largest))
		note := report.Assumption{Name: x.Name, Value: fmt.Sprintf("%.6g processors, %s", p, report.Bytes(bytes)), Source: why, Line: n.m.text.LineOf(x.At.Start)}
		n.addNote(note)
	}
}
