package lsp

import (
	"fmt"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// progressDelay is how long work may last before the reader is told of it.
const progressDelay = 500 * time.Millisecond

// progressCount names the reports of progress of all sessions of the process.
var progressCount atomic.Int64

// working tells the client that work is under way, if it lasts long and the
// client can show it, until done is called.
func (s *server) working(title string) (done func()) {
	if !s.peer.Progress {
		return func() {}
	}
	finished := make(chan struct{})
	timer := time.AfterFunc(progressDelay, func() {
		defer s.survive("progress")
		s.showProgress(title, finished)
	})
	return func() {
		timer.Stop()
		close(finished)
	}
}

// showProgress shows a title until the work is finished.
func (s *server) showProgress(title string, finished <-chan struct{}) {
	token := protocol.String(fmt.Sprintf("%s/%d", section, progressCount.Add(1)))
	if err := s.client.WorkDoneProgressCreate(s.ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err != nil {
		s.log.Info("progress refused", zap.Error(err))
		return
	}
	s.report(token, protocol.WorkDoneProgressBegin{Kind: "begin", Title: printable(title)})
	select {
	case <-finished:
	case <-s.ctx.Done():
	}
	s.report(token, protocol.WorkDoneProgressEnd{Kind: "end"})
}

func (s *server) report(token protocol.ProgressToken, value any) {
	if err := s.client.Progress(s.ctx, &protocol.ProgressParams{Token: token, Value: mustMarshal(value)}); err != nil {
		s.log.Info("progress not sent", zap.Error(err))
	}
}
