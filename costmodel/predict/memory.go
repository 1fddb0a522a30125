package predict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Memory is what the arrays of a unit take on the processor with the largest
// parts: their elements and what SHADOW adds. Temporaries, message buffers and
// code are not in it.
type Memory struct {
	Bytes     float64
	Available float64       // of a processor of the machine
	Arrays    []ArrayMemory // the largest first
	Unknown   []string      // arrays whose size nothing says
}

// ArrayMemory is the share of one array, in bytes on a processor.
type ArrayMemory struct {
	Array string
	Bytes float64
}

// Fits reports whether the arrays fit the memory of a processor.
func (m Memory) Fits() bool { return m.Available <= 0 || m.Bytes <= m.Available }

// arrayTape is the compiled size of an array on the processor with the largest
// part.
type arrayTape struct {
	array string
	bytes *tape
}

// memoryOf compiles the sizes of the arrays of a unit.
func memoryOf(u *lower.Unit, b *comm.Builder) []arrayTape {
	var out []arrayTape
	for _, sym := range u.Symbols {
		if sym.Rank() == 0 || sym.Class != program.Variable {
			continue
		}
		bytes := b.A.Int(int64(sym.Bytes))
		for d := range sym.Dims {
			bytes = b.A.Mul(bytes, b.LocalExtent(sym, d))
		}
		out = append(out, arrayTape{sym.Name, newTape(b.A, bytes)})
	}
	return out
}

// memory adds up the arrays, and says when they do not fit.
func (n *numbers) memory() {
	m := Memory{}
	available, _ := n.m.machine.Number("memory.memory_bytes")
	m.Available = available.Value
	shadows := map[string]*tape{}
	for sym, t := range n.m.overlaps {
		shadows[sym.Name] = t
	}
	for _, a := range n.m.memory {
		bytes := n.bytes(a.bytes)
		if bytes <= 0 {
			m.Unknown = append(m.Unknown, a.array)
			continue
		}
		if t := shadows[a.array]; t != nil {
			bytes += n.bytes(t)
		}
		m.Bytes += bytes
		m.Arrays = append(m.Arrays, ArrayMemory{a.array, bytes})
	}
	slices.SortStableFunc(m.Arrays, func(a, b ArrayMemory) int { return cmp.Compare(b.Bytes, a.Bytes) })
	n.out.Memory = m
	if !m.Fits() {
		n.problem(n.heading(), source.Warning, "memory", m.complaint())
	}
}

// bytes is 0 where a value is missing that no time rests on: it is not asked for.
func (n *numbers) bytes(t *tape) float64 {
	for _, in := range t.inputs {
		if _, known := n.env[in.Name]; !known {
			return 0
		}
	}
	return t.eval(n.env)
}

// complaint says what does not fit, and what takes most of it.
func (m Memory) complaint() string {
	largest := m.Arrays[0]
	return fmt.Sprintf("the arrays take %s on a processor, which has %s: %s alone takes %s",
		Bytes(m.Bytes), Bytes(m.Available), strings.ToUpper(largest.Array), Bytes(largest.Bytes))
}

// heading is the first line of the unit.
func (n *numbers) heading() source.Span { return n.m.text.LineSpan(1) }

// Bytes writes an amount of memory: "8 MiB".
func Bytes(v float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	i := 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	return fmt.Sprintf("%.4g %s", v, units[i])
}
