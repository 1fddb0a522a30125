package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
)

// worthHint is the share of its unit's time that something has to take to be told.
const worthHint = 0.1

// Hints say why units are slow that run on several processors, where that is one thing
// that a directive or another loop would change: messages that a dependence keeps in a
// loop, loops whose iterations go one after the other, or that every processor makes as a
// whole, arrays that are remapped in a loop, processors that have less to do than one of them.
func Hints(r *report.Report, text *source.Text) []source.Diagnostic {
	var out []source.Diagnostic
	for _, u := range r.Units {
		if u.NoEstimate != "" || product(u.Grid) < 2 || !(u.Charge.Total() > 0) {
			continue
		}
		h := hinter{u: u, text: text}
		if len(u.Mappings) > 0 { // else every processor has a program of its own, and sends what that says
			h.loops()
			h.lines()
		}
		h.idle()
		out = append(out, h.out...)
	}
	return out
}

type hinter struct {
	u        *report.Unit
	text     *source.Text
	out      []source.Diagnostic
	serial   []*report.Loop // that have been told
	awaiting bool           // why processors wait has been told
}

// hint adds a diagnostic on a line.
func (h *hinter) hint(line int, code, format string, args ...any) {
	if line < 1 || line > h.text.Lines() {
		return
	}
	h.out = append(h.out, source.Diagnostic{Span: statementAt(h.text, line), Severity: source.Hint, Code: code, Message: fmt.Sprintf(format, args...)})
}

// statementAt is a line without what it is indented by.
func statementAt(text *source.Text, line int) source.Span {
	at := text.LineSpan(line)
	at.Start += len(text.Line(line)) - len(strings.TrimLeft(text.Line(line), " \t"))
	return at
}

// share is what part of the unit's time some seconds are.
func (h *hinter) share(seconds float64) float64 { return seconds / h.u.Charge.Total() }

func inside(l, around *report.Loop) bool {
	return l != around && around.Line <= l.Line && l.EndLine <= around.EndLine && around.Depth < l.Depth
}

// loops tells of those that run as if there were one processor.
func (h *hinter) loops() {
	for _, l := range h.u.Loops {
		if h.share(l.Time) < worthHint || !(l.Iterations > 1) ||
			slices.ContainsFunc(h.u.Loops, func(o *report.Loop) bool { return inside(l, o) && o.Kind == "parallel" }) {
			continue
		}
		dealt := slices.ContainsFunc(h.u.Loops, func(o *report.Loop) bool { return inside(o, l) && o.Kind != "replicated" })
		told := slices.ContainsFunc(h.serial, func(o *report.Loop) bool { return inside(l, o) })
		switch {
		case l.Kind == "sequential" && !dealt:
			h.serial, h.awaiting = append(h.serial, l), true
			h.hint(l.Line, "serialised-loop", "%.0f%% of %s: %s", 100*h.share(l.Time), h.u.Name, l.Why)
		case l.Kind == "replicated" && !dealt && !told && h.computes(l) && h.repeatedAll(l):
			h.serial, h.awaiting = append(h.serial, l), true
			h.hint(l.Line, "replicated-loop", "%.0f%% of %s: every processor makes all %.0f iterations, %s", 100*h.share(l.Time), h.u.Name, l.Iterations, h.whyAll(l))
		}
	}
}

// whyAll says why every processor makes all iterations of a loop, by the line in it that
// computes most: a CALL in a loop is made by all, unless a directive says that the iterations
// are INDEPENDENT.
func (h *hinter) whyAll(l *report.Loop) string {
	most := &report.Line{}
	for _, x := range h.u.Lines {
		if l.Line <= x.Line && x.Line <= l.EndLine && x.Charge.Computation > most.Charge.Computation {
			most = x
		}
	}
	if most.Line > 0 {
		if first, _, _ := strings.Cut(strings.TrimSpace(h.text.Line(most.Line)), " "); strings.EqualFold(first, "call") {
			return fmt.Sprintf("as all make the CALL at line %d: INDEPENDENT in front of the loop, where no iteration uses what another one stores, would leave each to one processor", most.Line)
		}
	}
	return "since nothing that they assign is mapped"
}

// repeatedAll tells whether all processors may do the whole work of a loop: it would take one of
// them as long, and the unit would be so much faster on several at most (Amdahl). The work of a
// procedure that is called in it is dealt out where its own loops are.
func (h *hinter) repeatedAll(l *report.Loop) bool {
	share := min(h.share(l.Time), 1)
	most := share + (1-share)*float64(mapping.Product(h.u.Grid))
	return h.u.Speedup <= inCaches*most
}

// inCaches is how much faster several processors are than their number says, since each has its
// own caches, where that is no sign of work dealt out.
const inCaches = 1.5

// computes tells whether a loop takes its time for computing, and not for what it waits for.
func (h *hinter) computes(l *report.Loop) bool {
	sum := report.Charge{}
	for _, x := range h.u.Lines {
		if l.Line <= x.Line && x.Line <= l.EndLine {
			sum.Computation += x.Charge.Computation
			sum.Communication += x.Charge.Communication + x.Charge.Wait
		}
	}
	return sum.Computation > sum.Communication
}

// lines tells of messages that stay in loops, and of remaps in them.
func (h *hinter) lines() {
	for _, l := range h.u.Lines {
		if len(l.Comms) == 0 {
			continue
		}
		c := slices.MaxFunc(l.Comms, func(a, b report.Communication) int { return sign(a.TotalMessages - b.TotalMessages) })
		share := h.share(l.Charge.Communication + l.Charge.Wait)
		if c.Kind == "remap" { // what packs and unpacks the array is overhead
			share += h.share(l.Charge.Overhead)
		}
		if share < worthHint {
			continue
		}
		told := slices.ContainsFunc(h.serial, func(o *report.Loop) bool { return o.Line <= l.Line && l.Line <= o.EndLine })
		switch {
		case c.Kind == "remap" && c.Around > 0 && h.repeated(l.Line):
			h.awaiting = true
			h.hint(l.Line, "remap-in-loop", "%.0f%% of %s: %s is moved in every iteration of the loop around; one mapping for both sides, or moving it once before the loop, would save that", 100*share, h.u.Name, c.Array)
		case !c.Hoisted && c.Kind != "reduction" && !told && h.repeated(l.Line):
			h.awaiting = true
			h.hint(l.Line, "pinned-communication", "%.0f%% of %s: %s", 100*share, h.u.Name, c.Reason)
		}
	}
}

// repeated tells whether a line stands in a loop, besides that of an array statement on it.
func (h *hinter) repeated(line int) bool {
	return slices.ContainsFunc(h.u.Loops, func(l *report.Loop) bool { return l.Line < line && line <= l.EndLine && l.Iterations > 1 })
}

// idle tells which processor the others have less to do than, where nothing else has
// explained it: the charges are those of the processor that stops last, and the efficiency
// is the mean of all.
func (h *hinter) idle() {
	most := h.share(h.u.Charge.Computation)
	if h.awaiting || most-h.u.Efficiency < 2*worthHint || len(h.u.Lines) == 0 {
		return
	}
	l := slices.MaxFunc(h.u.Lines, func(a, b *report.Line) int { return sign(a.Charge.Computation - b.Charge.Computation) })
	h.hint(l.Line, "imbalance", "processor (%s) computes for %.0f%% of %s, all on average for %.0f%%: it has the most to do here, %s", coordinates(l.BusyProcessor), 100*most, h.u.Name, 100*h.u.Efficiency, report.Seconds(l.Busy))
}

func coordinates(of []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(of), "[]"), " ", ", ")
}

// hints are those on the goal's unit, with their lines.
func (g *goal) hints(now outcome) ([]string, error) {
	f, err := g.snap.File(g.path)
	if err != nil || now.report == nil {
		return nil, err
	}
	var out []string
	r := &report.Report{Units: []*report.Unit{now.report}}
	for _, d := range append(Hints(r, f.Text), Columns(g.snap, f, r, g.settings)...) {
		out = append(out, fmt.Sprintf("line %d: %s (%s)", f.Text.LineOf(d.Span.Start), d.Message, d.Code))
	}
	return out, nil
}

// mended says which mapping leaves fewer references that no directive makes local than the
// present one, whose time lacks what they would take: the one with the fewest, and of these
// the fastest. Where all leave as many, times are compared that all lack something.
func (s *search) mended() []string {
	var best *trial
	for _, t := range s.best() {
		if t.errors <= s.now.errors && t.remote < s.now.remote && (best == nil || t.remote < best.remote) {
			best = t
		}
	}
	switch {
	case s.now.remote == 0:
		return nil
	case best == nil:
		return []string{fmt.Sprintf("references that no directive makes local: %d with the present mapping, and no mapping that was tried leaves fewer: all times lack what they take", s.now.remote)}
	}
	return []string{fmt.Sprintf("references that no directive makes local: %d with the present mapping, whose time lacks what they take, %d with %s, which takes %s", s.now.remote, best.remote, s.label(best, false), report.Seconds(best.time))}
}
