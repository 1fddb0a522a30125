package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// pending are the requests that can be cancelled. The contexts of requests
// come from here and not from the connection, whose own are used again for
// later messages.
type pending struct {
	mu    sync.Mutex
	stops map[jsonrpc2.ID]context.CancelFunc // guarded by mu
}

// begin returns the context of a request; done must be called at its end.
func (p *pending) begin(ctx context.Context, id jsonrpc2.ID) (_ context.Context, done func()) {
	ctx, stop := context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stops[id] = stop
	return ctx, func() {
		p.mu.Lock()
		delete(p.stops, id)
		p.mu.Unlock()
		stop()
	}
}

// cancel is the handler of $/cancelRequest. A request that is unknown, or has
// its answer, is none of its business.
func (s *server) cancel(p *protocol.CancelParams) error {
	var id jsonrpc2.ID
	switch n := p.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(n))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(n))
	}
	s.pending.mu.Lock()
	defer s.pending.mu.Unlock()
	if stop := s.pending.stops[id]; stop != nil {
		stop()
	}
	return nil
}
