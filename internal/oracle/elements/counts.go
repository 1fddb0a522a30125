package elements

import (
	"sort"

	"github.com/parlens/parlens/analysis/program"
)

// Counts is what one run counted, and the values it ended with.
type Counts struct {
	Processors int
	Lines      map[int]*Line        // by source line
	Values     map[string][]float64 // final value of each variable used, of the unit by its name and of modules and COMMON blocks by the place, in array element order; scalars have one element
}

// Line holds the counts of one source line.
type Line struct {
	// Executions of the sequential program: of a scalar statement how often
	// it was executed, of an array statement or FORALL the elements assigned,
	// of a DO or IF how often it was entered, or its condition tested. With
	// several statements on the line, the largest.
	Executions int64
	Processors []Share // by processor number
	Transfers  []*Transfer
	Reductions []*Reduction
}

// Share is what one processor does for a line. Iterations are the elements or
// executions of its statement that the processor takes part in, of a DO the
// iterations in which it executed anything.
type Share struct {
	Ops        map[string]float64 // by operation class
	Iterations int64
	Combined   int64 // elements of reduction intrinsics that it combined
}

// Pair is a sending and a receiving processor.
type Pair struct{ Sender, Receiver int }

// Traffic is an amount of communication.
type Traffic struct{ Messages, Elements, Bytes int64 }

// plus returns the sum.
func (t Traffic) plus(u Traffic) Traffic {
	return Traffic{t.Messages + u.Messages, t.Elements + u.Elements, t.Bytes + u.Bytes}
}

// Transfer is the communication of one reference group over the whole run.
type Transfer struct {
	Array     string
	Direction string // as in direction.go: "(+,0)", "(+2)", or "*" for a reference on its own
	Store     bool   // sent to the owners after computing, not fetched before
	Pairs     map[Pair]Traffic
}

// Received returns what processor p receives.
func (t *Transfer) Received(p int) Traffic {
	var sum Traffic
	for pair, traffic := range t.Pairs {
		if pair.Receiver == p {
			sum = sum.plus(traffic)
		}
	}
	return sum
}

// Total returns what all processors receive.
func (t *Transfer) Total() Traffic {
	var sum Traffic
	for _, traffic := range t.Pairs {
		sum = sum.plus(traffic)
	}
	return sum
}

// Reduction is a combination of partial results over processors.
type Reduction struct {
	Name         string // of the intrinsic or of the reduction variable
	Executions   int64
	Values       int64   // combined in all of them
	Participants int     // processors with different parts; copies of a part not counted
	Held         []int64 // of the values, by processor that ends with them
}

// Received returns what processor p receives on the line.
func (l *Line) Received(p int) Traffic {
	var sum Traffic
	for _, t := range l.Transfers {
		sum = sum.plus(t.Received(p))
	}
	return sum
}

// share returns the record of processor p for a line.
func (it *interpreter) share(line, p int) *Share { return &it.at(line).Processors[p] }

// at returns the record of a line.
func (it *interpreter) at(line int) *Line {
	l := it.counts.Lines[line]
	if l == nil {
		l = &Line{Processors: make([]Share, it.procs)}
		for p := range l.Processors {
			l.Processors[p].Ops = map[string]float64{}
		}
		it.counts.Lines[line] = l
	}
	return l
}

// runs counts the executions of one statement.
type runs struct {
	line int
	n    int64
}

// ran adds n executions of a statement (or branch) on a line.
func (it *interpreter) ran(key any, line int, n int64) {
	it.at(line)
	if it.runs[key] == nil {
		it.runs[key] = &runs{line: line}
	}
	it.runs[key].n += n
}

// finish moves what was collected by statement and group to the lines.
func (it *interpreter) finish() *Counts {
	for _, r := range it.runs {
		l := it.at(r.line)
		l.Executions = max(l.Executions, r.n)
	}
	tracks := make([]*track, 0, len(it.tracks))
	for _, t := range it.tracks {
		if len(t.Pairs) > 0 { // else all of it went with an overlap area
			tracks = append(tracks, t)
		}
	}
	sort.Slice(tracks, func(i, j int) bool { return tracks[i].before(tracks[j]) })
	for _, t := range tracks {
		l := it.at(t.line)
		l.Transfers = append(l.Transfers, &t.Transfer)
	}
	for s, v := range it.vars {
		if s.Class == program.Variable && v.ref == nil {
			it.counts.Values[s.Name] = v.numbers()
		}
	}
	for place, v := range it.shared {
		it.counts.Values[place] = v.numbers()
	}
	return it.counts
}
