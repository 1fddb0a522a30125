package depend

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// Text says in one line what depends on what: "B(i) written here is read by
// B(i-1) in the next iteration: true dependence, distance 1".
func (d *Dependence) Text() string {
	verbs := [...][2]string{True: {"written", "read"}, Anti: {"read", "written"}, Output: {"written", "written again"}}[d.Kind]
	modal := "is"
	if d.Doubt != "" {
		modal = "may be"
	}
	b := appendRef(make([]byte, 0, 128), d.Source)
	for _, word := range [...]string{verbs[0], "here", modal, verbs[1], "by"} {
		b = append(append(b, ' '), word...)
	}
	b = appendRef(append(b, ' '), d.Sink)
	b = append(append(append(append(append(b, ' '), d.when()...), ": "...), d.Kind.String()...), " dependence"...)
	if s := d.carrying(); s.Constant && d.Level > 0 {
		b = strconv.AppendInt(append(b, ", distance "...), s.Distance, 10)
	}
	if d.Doubt != "" {
		b = append(append(b, " assumed, because "...), d.Doubt...)
	}
	return string(b)
}

// carrying is the step in the loop that carries the dependence.
func (d *Dependence) carrying() Step {
	if d.Level == 0 {
		return distance(0)
	}
	return d.Vector[d.Level-1]
}

// when says in which iteration the sink is executed.
func (d *Dependence) when() string {
	s := d.carrying()
	switch {
	case d.Level == 0:
		return "in the same iteration"
	case !s.Constant:
		return "in a later iteration"
	case s.Distance == 1:
		return "in the next iteration"
	}
	return fmt.Sprintf("%d iterations later", s.Distance)
}

// independent says why the iterations may run in any order.
func (out *Loop) independent() string {
	s := "no iteration uses what another one stores"
	for _, part := range []struct {
		what  string
		names []string
	}{
		{"private", names(out.Private)},
		{"reduction", reductionNames(out.Reductions)},
		{"computed from the index", names(out.Inductions)},
	} {
		if len(part.names) > 0 {
			s += "; " + part.what + ": " + strings.Join(part.names, ", ")
		}
	}
	return s
}

func names(syms []*program.Symbol) []string {
	var out []string
	for _, s := range syms {
		out = append(out, upper(s))
	}
	return out
}

func reductionNames(rs []Reduction) []string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprintf("%s (%s)", upper(r.Sym), r.Operator))
	}
	return out
}
