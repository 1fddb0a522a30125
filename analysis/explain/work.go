package explain

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

func (x *explainer) unknown(at source.Span, format string, args ...any) {
	note := Note{x.line(at), fmt.Sprintf(format, args...)}
	if !slices.Contains(x.out.Unknown, note) {
		x.out.Unknown = append(x.out.Unknown, note)
	}
}

// work explains who executes what.
func (x *explainer) work() {
	for _, u := range x.Graph.Units {
		x.Pause()
		switch {
		case u.Kind == aag.Seq && u.Element != nil:
			if x.asksStatement(u.At) {
				x.statement(u)
			}
		case !x.asksLine(x.line(u.At)):
		case u.Loop != nil && u.Loop.Do != nil:
			x.loop(u)
		case u.Reason != "" && u.Kind == aag.Void && x.mayExecute(u):
			x.unknown(u.At, "%s", u.Reason)
		}
	}
	sort.SliceStable(x.out.Loops, func(i, j int) bool { return x.out.Loops[i].Line < x.out.Loops[j].Line })
	sort.SliceStable(x.out.Statements, func(i, j int) bool { return x.out.Statements[i].Line < x.out.Statements[j].Line })
}

// mayExecute reports whether a unit is executed at all, as far as that is known.
func (x *explainer) mayExecute(u *aag.AAU) bool {
	if u.Count == 0 {
		return true
	}
	n, err := x.n.On(u.Count, 0)
	return err != nil || n > 0
}

func (x *explainer) loop(u *aag.AAU) {
	l := Loop{Line: x.line(u.At), End: x.line(u.Loop.Do.End), Header: inspector.Ranges(x.Graph.Builder, u.Loop)}
	if u.Partition != nil {
		l.Rules = x.rules(u.Partition, u.Loop, x.first(u.Repeat))
	}
	for _, info := range x.Graph.Loops {
		if info.At == u.At {
			l.Why = info.Why
		}
	}
	x.out.Loops = append(x.out.Loops, l)
}

// first returns the indices of the first iteration of loops.
func (x *explainer) first(loops []*comm.Loop) map[string]float64 {
	fixed := map[string]float64{}
	for _, l := range loops {
		v, err := x.n.Eval(l.Lo, fixed)
		if err != nil {
			return fixed
		}
		fixed[l.Name] = v
	}
	return fixed
}

func (x *explainer) rules(p *comm.Partition, l *comm.Loop, fixed map[string]float64) []Rule {
	var out []Rule
	for _, r := range x.n.Rules(p, l, fixed) {
		rule := Rule{Loop: inspector.Ranges(x.Graph.Builder, l), Formula: r.Formula, Block: r.Block}
		if r.Dim < len(x.Grid) {
			rule.Dim = r.Dim + 1
		}
		rule.Shares = sharesOf(r.Shares)
		out = append(out, rule)
	}
	return out
}

// sharesOf lists the shares of few coordinates, and of many how many are alike.
func sharesOf(all []indexset.Indices) []Share {
	var out []Share
	for c, set := range all {
		at := -1
		if len(all) > mostListed {
			at = slices.IndexFunc(out, func(s Share) bool { return s.Count == len(set) })
		}
		if at >= 0 {
			out[at].Coordinates++
			continue
		}
		out = append(out, Share{Coordinate: c, Coordinates: 1, Indices: set.String(), Count: len(set)})
	}
	return out
}

func (x *explainer) statement(u *aag.AAU) {
	s := Statement{
		Line: x.line(u.At), End: x.end(u.At), Text: x.text(u.At), What: what(u), Home: x.home(u.Partition),
		Guards: inspector.Guards(x.Graph.Builder, u.Partition), Bound: u.Partition.Bound,
	}
	if x.moves[u.At] && u.Element.Left != nil {
		s.What, s.Home = "copy of "+strings.ToUpper(u.Element.Left.Sym.Name)+" into its new mapping", "its new owners"
	}
	fixed := x.first(u.Repeat)
	for _, l := range u.Loops {
		s.Rules = append(s.Rules, x.rules(u.Partition, l, fixed)...)
	}
	s.Iterations = x.iterations(u)
	x.out.Statements = append(x.out.Statements, s)
}

func what(u *aag.AAU) string {
	e := u.Element
	switch {
	case e.IsMask:
		return "mask"
	case e.Resolves != nil:
		return "test who owns " + strings.ToUpper(e.Resolves.Sym.Name)
	case e.Combines != nil:
		return "part of " + strings.ToUpper(e.Combines.Name)
	case e.Operator != "":
		return "part of a reduction by " + e.Operator
	case e.Left == nil && e.Scalar == nil:
		return "expression"
	}
	return "assignment"
}

// text is the source of a statement, on one line.
func (x *explainer) text(at source.Span) string {
	return strings.Join(strings.Fields(x.Text.Slice(at)), " ")
}

// home says who executes.
func (x *explainer) home(p *comm.Partition) string {
	var refs []string
	for _, a := range p.Home {
		if a == nil || a.Ref == nil {
			continue
		}
		if text := x.text(a.Ref.Span()); !slices.Contains(refs, text) {
			refs = append(refs, text)
		}
	}
	if len(refs) == 0 {
		return "every processor"
	}
	return "the owner of " + strings.Join(refs, ", in other dimensions of ")
}

// iterations counts the executions of a statement on every processor.
func (x *explainer) iterations(u *aag.AAU) []Iteration {
	b := x.Graph.Builder
	e := b.Total(u.Repeat, b.A.Mul(orOne(b.A, u.Local), u.Weight))
	var out []Iteration
	for i, p := range x.all {
		n, err := x.n.On(e, i)
		if err != nil {
			return nil
		}
		at := slices.IndexFunc(out, func(x Iteration) bool { return x.Count == n })
		if at < 0 {
			out = append(out, Iteration{Class{0, p}, n})
			at = len(out) - 1
		}
		out[at].Processors++
	}
	return out
}

func orOne(a *symbolic.Arena, e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return a.Int(1)
	}
	return e
}
