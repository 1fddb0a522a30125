package lsp

import (
	"context"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/memo"
)

// optionsKey names the options of a line: everything that they depend on.
type optionsKey struct {
	reportKey
	line int
}

// options returns the mappings to try on a line. Requests for the same
// snapshot share one computation.
func (s *server) options(ctx context.Context, p page, line int) ([]advise.Option, error) {
	return memo.LoadFrom(ctx, p.snap.Memo(), optionsKey{p.key(), line}, served{s, p}, optionsKey.options)
}

func (k optionsKey) options(ctx context.Context, p served) ([]advise.Option, error) {
	defer p.server.working("trying other mappings")()
	return p.server.opts.Predictor.Options(ctx, p.snap, k.path, k.line, p.settings)
}

// optionsKnown returns the options if they are known, else none: some editors ask at
// every move of the cursor. Then they are computed for the next question, until the
// text changes.
func (s *server) optionsKnown(_ context.Context, p page, line int) ([]advise.Option, error) {
	key := optionsKey{p.key(), line}
	if found, known := memo.Known[optionsKey, []advise.Option](p.snap.Memo(), key); known {
		return found, nil
	}
	s.mu.Lock()
	untilEdit := s.untilEdit
	s.mu.Unlock()
	go func() {
		defer s.survive("options")
		_, _ = s.options(untilEdit, p, line) // an error comes again when it is asked for
	}()
	return nil, nil
}

// edited stops the work that was only worth doing for the text before.
func (s *server) edited() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopIdle()
	s.untilEdit, s.stopIdle = context.WithCancel(s.ctx)
}
