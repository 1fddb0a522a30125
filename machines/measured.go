package machines

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/parlens/parlens/internal/tomltree"
)

// Measurement is the time that a collective operation was seen to take.
type Measurement struct {
	Operation  string
	Processors int     // 2 or more
	Bytes      float64 // as measuredKeys says for each operation
	Time       Number  // seconds
	row        int     // in the file, from 1
}

// Name is the path of the time among the machine's numbers.
func (m Measurement) Name() string {
	return fmt.Sprintf("communication.collectives.measured.%d.time_s", m.row)
}

// Measured returns what was measured of a collective operation, by processors,
// then bytes.
func (m *Machine) Measured(op string) []Measurement {
	var rows []Measurement
	for _, row := range m.Compute.Communication.Measured {
		if row.Operation == op {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b Measurement) int {
		return cmp.Or(cmp.Compare(a.Processors, b.Processors), cmp.Compare(a.Bytes, b.Bytes))
	})
	return rows
}

// measured reads the table of measured operations.
func (r *reader) measured(communication *tomltree.Node, defaults Number) []Measurement {
	section := communication.Get("collectives")
	if section == nil {
		return nil
	}
	f := section.Value.Get(measuredKey.Name)
	switch {
	case f == nil:
		return nil
	case f.Value.Kind != tomltree.Array:
		r.WrongType(f.Value, measuredKey.Name, "an array of tables")
		return nil
	}
	var rows []Measurement
	seen := map[Measurement]bool{}
	for i, item := range f.Value.Items {
		if item.Kind != tomltree.Table {
			r.WrongType(item, "what was measured", "a table")
			continue
		}
		m := r.measurement(item, defaults)
		what := Measurement{Operation: m.Operation, Processors: m.Processors, Bytes: m.Bytes}
		if m.Operation != "" && seen[what] {
			r.Errorf(item.Span, "measured-twice", "%s of %v bytes on %d processors is given twice", m.Operation, m.Bytes, m.Processors)
		}
		seen[what] = true
		m.row = i + 1
		rows = append(rows, m)
	}
	return rows
}

func (r *reader) measurement(item *tomltree.Node, defaults Number) Measurement {
	defaults = r.origin(item, defaults)
	m := Measurement{Processors: 2}
	r.require(item, "a measured operation", measuredRequired)
	if item.Get("operation") != nil {
		m.Operation = r.Choice(item, "operation", operations)
	}
	if f := item.Get("processors"); f != nil {
		if v, ok := r.number(f.Value, "processors", count); ok && (v < 2 || v > 1<<30) {
			r.Errorf(f.Value.Span, "out-of-range", "processors is %v; a measured operation is one of 2 to %d", v, 1<<30)
		} else if ok {
			m.Processors = int(v)
		}
	}
	if f := item.Get("bytes"); f != nil {
		m.Bytes, _ = r.number(f.Value, "bytes", amount)
	}
	m.Time, _ = r.parameter(item, timeKey, defaults)
	r.Unknown(item, names(measuredKeys, originKeys))
	return m
}

var measuredRequired = []key{required("operation", amount, ""), required("processors", count, ""), required("bytes", amount, ""), timeKey}
