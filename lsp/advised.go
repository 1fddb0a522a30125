package lsp

import (
	"fmt"
	"slices"
	"time"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// Faster mappings are shown unasked where they have been found: in the lens of the unit,
// and as a diagnostic on the directives that they would change. They are looked for when
// a short text has rested for a while, never beside somebody who types.

// worthTelling is the least gain that a diagnostic is made of, as a factor.
const worthTelling = 1.1

// known returns what the adviser has found for the page's text, nil where it has not
// been asked.
func (p page) known() *advise.Advice {
	p.lines = report.Lines{}
	a, _ := memo.Known[adviceKey, *advise.Advice](p.snap.Memo(), adviceKey{p.key()})
	return a
}

// best is the fastest mapping that is known to be faster.
func (p page) best() (*advise.Advice, *advise.Proposal) {
	a := p.known()
	if a == nil {
		return nil, nil
	}
	for _, x := range a.Faster() {
		if !x.Tie {
			return a, &x
		}
	}
	return a, nil
}

// lenses are those of the report; that of the unit says what would be faster.
func (p page) lenses() []render.Lens {
	out := render.Lenses(p.report, p.since)
	a, x := p.best()
	if x == nil {
		return out
	}
	for _, u := range p.report.Units {
		i := slices.IndexFunc(out, func(l render.Lens) bool { return l.Line == u.Start })
		if u.Name == a.Unit && u.Kind == a.Kind && i >= 0 {
			out[i].Title += "; " + x.Brief()
		}
	}
	return out
}

// slowerMapping is the code of the diagnostic on a directive.
const slowerMapping = "slower-mapping"

// slowerLoop is the code of the diagnostic on a loop.
const slowerLoop = "slower-loop"

// slower are the diagnostics on directives that another mapping would change, and on
// loops that would better be written otherwise.
func (p page) slower() []source.Diagnostic {
	var out []source.Diagnostic
	tell := func(x advise.Proposal, code, what string) {
		for _, line := range x.Directives(p.file.Path) {
			at := p.text().LineSpan(line)
			for text := p.text().Line(line); at.Start < at.End && text[0] == ' '; text = text[1:] {
				at.Start++
			}
			out = append(out, source.Diagnostic{Span: at, Severity: source.Information, Code: code, Message: fmt.Sprintf("%s %s than the best found: %s", what, x.Slower(), x.Title())})
		}
	}
	a, best := p.best()
	if best != nil && best.Gain() >= worthTelling {
		tell(*best, slowerMapping, "this mapping is")
	}
	if a != nil {
		var told []int // lines: the first of their changes is the fastest
		for _, x := range a.Loops {
			if lines := x.Directives(p.file.Path); !x.Tie && x.Gain() >= worthTelling && !slices.Equal(lines, told) {
				tell(x, slowerLoop, "with these loops the program is")
				told = lines
			}
		}
	}
	return out
}

// adviseAtRest looks for faster mappings of a short program when its text has rested, and
// has what was found shown.
func (s *server) adviseAtRest(p page) {
	if s.opts.AdviseAfter == 0 || p.text().Lines() > shortFile || !languageOf(p.file).explained || p.known() != nil {
		return
	}
	p.lines = report.Lines{}
	key := adviceKey{p.key()}
	s.mu.Lock()
	untilEdit, waiting := s.untilEdit, s.resting == key
	s.resting = key
	s.mu.Unlock()
	if waiting {
		return
	}
	go func() {
		defer s.survive("advice")
		select {
		case <-time.After(s.opts.AdviseAfter):
		case <-untilEdit.Done():
			return
		}
		a, err := memo.LoadFrom(untilEdit, p.snap.Memo(), key, served{s, p}, adviceKey.advise)
		if err != nil || len(a.Faster())+len(a.Loops) == 0 {
			return
		}
		s.publish(p.file.Path)
		s.refresher.mu.Lock()
		defer s.refresher.mu.Unlock()
		s.refresher.plan(0)
	}()
}

// slowerFixes offers the faster mappings, or ways to write a loop, that a diagnostic speaks of.
func (s *server) slowerFixes(p page, params *protocol.CodeActionParams, shown protocol.Diagnostic) []protocol.CodeAction {
	a := p.known()
	if a == nil {
		return nil
	}
	var out []protocol.CodeAction
	line := int(shown.Range.Start.Line) + 1
	all := a.Faster()
	if shown.Code == protocol.String(slowerLoop) {
		all = a.Loops
	}
	for _, x := range all {
		if !slices.Contains(x.Directives(p.file.Path), line) {
			continue
		}
		kind, preferred := protocol.CodeActionKindQuickFix, len(out) == 0
		action := s.proposal(p, params, line, x)
		action.Kind, action.IsPreferred, action.Diagnostics = &kind, &preferred, []protocol.Diagnostic{shown}
		out = append(out, action)
	}
	return out
}
