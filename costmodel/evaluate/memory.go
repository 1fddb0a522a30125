package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
)

// arrayTape is the compiled size of an array on the processor with the largest
// part.
type arrayTape struct {
	array   string
	storage string // of a module or COMMON block
	local   bool   // nobody else sees it
	bytes   tape
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
		out = append(out, arrayTape{sym.Name, storageOf(sym), !sym.Shared && !sym.Dummy, newTape(b, bytes)})
	}
	return out
}

// storageOf is where others find an array too.
func storageOf(s *program.Symbol) string {
	if !s.Shared || s.Dummy {
		return ""
	}
	return s.Storage
}

// memory adds up the arrays, with those of modules and COMMON blocks that only the
// procedures use that it calls, and says when they do not fit.
func (n *numbers) memory() {
	m := report.Memory{}
	available, _ := n.linked.machine.Number("memory.memory_bytes")
	m.Available = available.Value
	shadows := map[string]tape{}
	for sym, t := range n.m.overlaps {
		shadows[sym.Name] = t
	}
	for _, a := range n.m.memory {
		bytes := n.bytes(a.bytes)
		if bytes <= 0 {
			m.Unknown = append(m.Unknown, a.array)
			continue
		}
		if t, held := shadows[a.array]; held {
			bytes += n.bytes(t)
		}
		if m.Bytes += bytes; a.local {
			m.Local += bytes
		}
		m.Arrays = append(m.Arrays, report.ArrayMemory{Array: a.array, Bytes: bytes, Storage: a.storage})
	}
	for _, out := range n.called {
		m.Below = max(m.Below, out.Memory.Local+out.Memory.Below)
		for _, a := range out.Memory.Arrays {
			own := strings.HasPrefix(a.Storage, n.m.unit.Path+"%") // a procedure that the unit contains
			if a.Storage != "" && !own && !slices.ContainsFunc(m.Arrays, func(o report.ArrayMemory) bool { return o.Storage == a.Storage }) {
				m.Bytes += a.Bytes
				m.Arrays = append(m.Arrays, a)
			}
		}
	}
	slices.SortStableFunc(m.Arrays, func(a, b report.ArrayMemory) int { return cmp.Compare(b.Bytes, a.Bytes) })
	n.out.Memory = m
	if !m.Fits() {
		n.problem(n.heading(), source.Warning, "memory", complaint(m))
	}
}

// bytes is 0 where a value is missing that no time rests on: it is not asked for.
func (n *numbers) bytes(t tape) float64 {
	for _, in := range t.Inputs() {
		if _, known := n.env[in.Name]; !known {
			return 0
		}
	}
	if x := t.eval(n.env); !math.IsNaN(x) {
		return x
	}
	return 0
}

// complaint says what does not fit, and what takes most of it.
func complaint(m report.Memory) string {
	largest := m.Arrays[0]
	return fmt.Sprintf("the arrays take %s on a processor, which has %s: %s alone takes %s",
		report.Bytes(m.Bytes), report.Bytes(m.Available), strings.ToUpper(largest.Array), report.Bytes(largest.Bytes))
}

// heading is the first line of the unit.
func (n *numbers) heading() source.Span { return n.m.text.LineSpan(1) }
