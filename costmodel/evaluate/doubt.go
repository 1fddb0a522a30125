package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// doubts are the assumed values that times rest on: those in an amount, in the bounds and
// conditions around it, and a procedure whose own time rests on one.
type doubts struct {
	n      *numbers
	called map[string]string // symbols of the times of such procedures, with their names
	before []string          // of all that has been walked
	at     map[string]int    // where they stand there
	of     map[int][]int     // by tag: where they stand there
	waits  map[int]int       // by tag of where processors wait: how many may come before
	wait   []int             // these tags, in their order
}

func newDoubts(n *numbers) *doubts {
	return &doubts{n: n, called: map[string]string{}, at: map[string]int{}, of: map[int][]int{}, waits: map[int]int{}}
}

func (n *numbers) doubts() *doubts {
	d := newDoubts(n)
	for i, c := range n.linked.calls {
		if slices.ContainsFunc(n.called[i].Lines, func(l *report.Line) bool { return len(l.Assumed) > 0 }) {
			for _, kind := range []string{"computation", "communication", "overhead"} {
				d.called[c.unit.Called.Time(kind)] = c.unit.Callee
			}
		}
	}
	doubtful := len(d.called) > 0
	for _, f := range n.values.found {
		doubtful = doubtful || f.Provenance == report.Assumed
	}
	if doubtful {
		d.walk(n.m.terms.Body, nil)
	}
	return d
}

func (d *doubts) walk(t process.Term, around []string) {
	switch t := t.(type) {
	case *process.Delay:
		if t == nil {
			return
		}
		before := d.of[t.Tag]
		for _, name := range d.names(around, t.Amount) {
			at, known := d.at[name]
			if !known {
				at = len(d.before)
				d.at[name], d.before = at, append(d.before, name)
			}
			if !slices.Contains(before, at) {
				d.of[t.Tag] = append(d.of[t.Tag], at)
			}
		}
	case process.Series:
		for _, part := range t {
			d.walk(part, around)
		}
	case *process.Loop:
		first := len(d.wait)
		d.walk(t.Body, d.names(around, t.Lo, t.Hi, t.Step))
		for _, tag := range d.wait[first:] { // what comes behind is before in the next iteration
			d.waits[tag] = len(d.before)
		}
	case *process.If:
		for _, br := range t.Branches {
			around = d.names(around, br.Cond, br.Weight) // what is left to a branch rests on those before it
			d.walk(br.Body, around)
		}
	case *process.Exchange:
		d.waitsAt(t.Tag)
		around = d.names(around, t.Receives)
		d.walk(t.Call, around)
		d.walk(t.Message, around)
		for _, delay := range t.Cost {
			d.walk(delay, around)
		}
	case *process.Sweep:
		around = d.names(around, t.Strips)
		d.walk(t.Message, around)
		d.walk(t.Body, around)
		d.waitsAt(t.Tag)
	}
}

func (d *doubts) waitsAt(tag int) {
	d.wait = append(d.wait, tag)
	d.waits[tag] = len(d.before)
}

// names adds the assumed values in some expressions.
func (d *doubts) names(to []string, all ...symbolic.Expr) []string {
	to = slices.Clip(to)
	there := make(map[string]bool, len(to))
	for _, name := range to {
		there[name] = true
	}
	for _, e := range all {
		for _, s := range d.n.m.terms.Arena.Free(e) {
			name := d.called[s.Name]
			if d.n.values.found[s.Name].Provenance == report.Assumed {
				name = s.Name
			}
			if name != "" && !there[name] {
				there[name], to = true, append(to, name)
			}
		}
	}
	return to
}

// on returns those that a line's time rests on, in the order of the program. One that waits
// does so for what the others have done before: such lines share one list.
func (d *doubts) on(l *lineBuilder) []string {
	before, own := 0, []int(nil)
	for _, tag := range l.tags {
		own = append(own, d.of[tag]...)
		if l.Charge.Wait > 0 {
			before = max(before, d.waits[tag])
		}
	}
	slices.Sort(own)
	out := slices.Clip(d.before[:before])
	for _, at := range slices.Compact(own) {
		if at >= before {
			out = append(out, d.before[at])
		}
	}
	return slices.Clip(out)
}

// doubtArray marks the lines of an array program that rest on an assumed value: those in
// the construct that asks for it, and all where a declaration does.
func doubtArray(u *report.Unit) {
	for _, a := range u.Assumptions {
		if a.Provenance != report.Assumed {
			continue
		}
		first, last := u.Start, u.End
		for _, l := range u.Lines {
			if l.Line == a.Line {
				first, last = a.Line, a.Line
			}
		}
		for _, l := range u.Loops {
			if l.Line == a.Line {
				first, last = a.Line, max(last, l.EndLine)
			}
		}
		for _, l := range u.Lines {
			if first <= l.Line && l.Line <= last {
				l.Assumed = appendNew(l.Assumed, a.Name)
			}
		}
	}
}
