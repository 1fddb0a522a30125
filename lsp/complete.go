package lsp

import (
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/costmodel/report"
)

// What is shown all the time comes in two steps where a program is long: first what
// lies near, or has been evaluated before, then the rest, and the client is asked to
// show it. Whoever asks one question waits for the whole answer.

// whichReport returns the page with the settings of the report that answers now: a
// first one where the whole one is not known and may come later, or has nothing more.
func (s *server) whichReport(p page) page {
	first := p
	first.settings.Soon = true
	if known, ok := memo.Known[reportKey, *report.Report](p.snap.Memo(), first.key()); ok && !known.Cut {
		return first
	}
	if _, ok := memo.Known[reportKey, *report.Report](p.snap.Memo(), p.key()); ok || !p.soon {
		return p
	}
	return first
}

// completed reports whether a page lacks what is known by now: the rest was there before
// the client was noted to show the page.
func (s *server) completed(p page) bool {
	if p.report == nil || !p.report.Cut {
		return false
	}
	_, known := memo.Known[reportKey, *report.Report](p.snap.Memo(), p.key())
	return known
}

// complete makes the whole report of a page, until the text changes, and has it shown.
func (s *server) complete(p page) {
	s.mu.Lock()
	untilEdit := s.untilEdit
	s.mu.Unlock()
	p.soon = false
	go func() {
		defer s.survive("completing a report")
		if _, err := s.predicted(untilEdit, p); err != nil {
			return // it is made when it is asked for again
		}
		s.publish(p.file.Path)
		s.refresher.mu.Lock()
		defer s.refresher.mu.Unlock()
		s.refresher.plan(0)
	}()
}
