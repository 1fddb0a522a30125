package lsp

import (
	"context"
	"errors"
	"time"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/workspace"
)

// automaticWait is how long a question that nobody has put by hand is thought
// about: some editors put one at every move of the cursor.
const automaticWait = 100 * time.Millisecond

// optionsKey names the options of a line: everything that they depend on.
type optionsKey struct {
	reportKey
	line int
}

// options returns the mappings to try on a line. Requests for the same
// snapshot share one computation.
func (s *server) options(ctx context.Context, p page, line int) ([]advise.Option, error) {
	return workspace.Load(ctx, p.snap.Memo(), optionsKey{p.key(), line}, func(ctx context.Context) ([]advise.Option, error) {
		defer s.working("trying other mappings")()
		return s.opts.Predictor.Options(ctx, p.snap, p.file.Path, line, p.settings)
	})
}

// optionsSoon returns the options if they are there soon, else none. Then they
// are still computed, for the next question, until the text changes.
func (s *server) optionsSoon(ctx context.Context, p page, line int) ([]advise.Option, error) {
	s.mu.Lock()
	untilEdit := s.untilEdit
	s.mu.Unlock()
	go func() {
		defer s.survive("options")
		_, _ = s.options(untilEdit, p, line) // an error comes again when it is asked for
	}()
	soon, cancel := context.WithTimeout(ctx, automaticWait)
	defer cancel()
	found, err := s.options(soon, p, line)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, nil
	}
	return found, err
}

// edited stops the work that was only worth doing for the text before.
func (s *server) edited() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopIdle()
	s.untilEdit, s.stopIdle = context.WithCancel(s.ctx)
}
