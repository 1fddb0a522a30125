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
	of     map[int][]string  // by tag
	before []string          // of all that has been walked
	waits  map[int][]string  // by tag of where processors wait: of what may come before
	wait   []int             // these tags, in their order
}

func (n *numbers) doubts() *doubts {
	d := &doubts{n: n, called: map[string]string{}, of: map[int][]string{}, waits: map[int][]string{}}
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
	case *process.Leaf:
		if t == nil {
			return
		}
		for _, name := range d.names(around, t.Amount) {
			d.of[t.Tag] = appendNew(d.of[t.Tag], name)
			d.before = appendNew(d.before, name)
		}
	case process.Series:
		for _, part := range t {
			d.walk(part, around)
		}
	case *process.Loop:
		first := len(d.wait)
		d.walk(t.Body, d.names(around, t.Lo, t.Hi, t.Step))
		for _, tag := range d.wait[first:] { // what comes behind is before in the next iteration
			d.waits[tag] = d.before
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
		for _, leaf := range t.Cost {
			d.walk(leaf, around)
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
	d.waits[tag] = d.before
}

// names adds the assumed values in some expressions.
func (d *doubts) names(to []string, all ...symbolic.Expr) []string {
	to = slices.Clip(to)
	for _, e := range all {
		if e == 0 {
			continue
		}
		for _, s := range d.n.m.terms.Arena.Free(e) {
			if d.n.values.found[s.Name].Provenance == report.Assumed {
				to = appendNew(to, s.Name)
			} else if procedure := d.called[s.Name]; procedure != "" {
				to = appendNew(to, procedure)
			}
		}
	}
	return to
}

// on returns those that a line's time rests on. One that waits does so for what the others
// have done before.
func (d *doubts) on(l *lineBuilder) []string {
	var out []string
	for _, tag := range l.tags {
		all := d.of[tag]
		if l.Charge.Wait > 0 {
			all = slices.Concat(all, d.waits[tag])
		}
		for _, name := range all {
			out = appendNew(out, name)
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
