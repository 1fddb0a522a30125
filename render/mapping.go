package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/costmodel/execution"
)

// MappingTable puts the ways to map a loop side by side; item is the cost of a data
// item in seconds.
func MappingTable(c execution.Comparison, item float64) string {
	var b strings.Builder
	b.WriteString("| | SEQ | CL | SD | OL | T |\n|---|---|---|---|---|---|\n")
	for _, t := range c.Costs {
		name := t.Technique.Title()
		if t.Technique == c.Winner {
			name = "**" + name + "**"
		}
		if t.Impossible != "" {
			name += " (impossible: " + t.Impossible + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", name, Seconds(t.SEQ*item), Seconds(t.CL*item), Seconds(t.SD*item), Seconds(t.OL*item), Seconds(t.T*item))
	}
	for _, x := range c.Crossovers {
		way := "up"
		if !x.Above {
			way = "down"
		}
		fmt.Fprintf(&b, "\nfrom %s = %.6g %s: %s", x.Parameter, x.At, way, x.Winner.Title())
	}
	return b.String()
}

// MappingLens names pipelining where it wins; "" elsewhere.
func MappingLens(c execution.Comparison, item float64) string {
	if c.Winner != execution.Pipelined {
		return ""
	}
	return fmt.Sprintf("%s wins with equal parts: %s, block %s", c.Winner.Title(), Seconds(timeBy(c, execution.Pipelined)*item), Seconds(timeBy(c, execution.Block)*item))
}

// MappingGain says what interleaving gains over blocks; "" where it does not.
func MappingGain(c execution.Comparison, item float64) string {
	block, cyclic := timeBy(c, execution.Block), timeBy(c, execution.Interleaved)
	if cyclic >= block {
		return ""
	}
	return fmt.Sprintf("CYCLIC: interleaved partitioning takes %s, block %s", Seconds(cyclic*item), Seconds(block*item))
}

func timeBy(c execution.Comparison, t execution.Technique) float64 {
	for _, x := range c.Costs {
		if x.Technique == t {
			return x.T
		}
	}
	return 0
}
