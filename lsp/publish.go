package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/parlens/parlens/costmodel/report"
)

// publishDelay is how long a text must rest before its diagnostics are sent:
// what is half typed is wrong most of the time.
const publishDelay = 150 * time.Millisecond

// publisher sends diagnostics to a client that does not ask for them. Per
// document at most one computation runs, for the newest snapshot; an older one
// can never replace what a newer one has sent.
type publisher struct {
	s     *server
	mu    sync.Mutex
	files map[string]*published // guarded by mu, by path
}

// published is the state of one document.
type published struct {
	stop     context.CancelFunc // of the computation that is under way
	snapshot uint64             // for which diagnostics were sent last
	content  string             // the hash of what was sent last
}

func newPublisher(s *server) *publisher {
	return &publisher{s: s, files: map[string]*published{}}
}

// publish has the diagnostics of a document sent soon, if the client does not
// ask for them itself.
func (s *server) publish(path string) {
	if !s.peer.PullDiagnostic {
		s.publisher.schedule(path)
	}
}

// publishOthers has the diagnostics of all other open documents sent again that
// have changed: after an edit of a machine or configuration file.
func (s *server) publishOthers(path string) {
	for _, other := range s.workspace.Snapshot().OpenFiles() {
		if other != path {
			s.publish(other)
		}
	}
}

func (p *publisher) schedule(path string) {
	ctx, stop := context.WithCancel(p.s.ctx)
	p.mu.Lock()
	f := p.files[path]
	if f == nil {
		f = &published{}
		p.files[path] = f
	}
	if f.stop != nil {
		f.stop()
	}
	f.stop = stop
	p.mu.Unlock()
	go func() {
		defer stop()
		p.run(ctx, path, f)
	}()
}

func (p *publisher) run(ctx context.Context, path string, f *published) {
	defer p.s.survive("publish diagnostics")
	select {
	case <-time.After(publishDelay):
	case <-ctx.Done():
		return
	}
	p.s.awaitSettings(ctx)
	page, err := p.s.soonAt(ctx, p.s.workspace.Snapshot(), path, report.AllLines)
	if err != nil {
		if ctx.Err() == nil {
			p.s.log.Info("no diagnostics", zap.String("file", path), zap.Error(err))
		}
		return
	}
	items := diagnostics(page)
	p.send(ctx, page, f, items, contentID(items))
}

// send publishes unless something newer, or the same, has been sent. The lock
// is held while sending, so that messages go out in the order of snapshots.
func (p *publisher) send(ctx context.Context, page page, f *published, items []protocol.Diagnostic, content string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u, open := p.s.uriOf(page.file.Path)
	if !open || ctx.Err() != nil || p.files[page.file.Path] != f || page.snap.ID() < f.snapshot {
		return
	}
	f.snapshot = page.snap.ID()
	if f.content == content || f.content == "" && len(items) == 0 {
		return
	}
	f.content = content
	p.publish(&protocol.PublishDiagnosticsParams{URI: u, Version: protocol.NewOptional(page.file.Version), Diagnostics: items})
}

// withdraw takes the diagnostics of a closed document back.
func (s *server) withdraw(path string) {
	p := s.publisher
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.files[path]
	if f == nil {
		return
	}
	delete(p.files, path)
	f.stop()
	if u, ok := s.uriOf(path); ok && f.content != "" {
		p.publish(&protocol.PublishDiagnosticsParams{URI: u, Diagnostics: []protocol.Diagnostic{}})
	}
}

func (p *publisher) publish(params *protocol.PublishDiagnosticsParams) {
	if err := p.s.client.PublishDiagnostics(p.s.ctx, params); err != nil {
		p.s.log.Info("diagnostics not sent", zap.Error(err))
	}
}
