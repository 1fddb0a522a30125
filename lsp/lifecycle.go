package lsp

import (
	"io"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// lifecycle answers the requests that begin and end a session, and those that
// come at the wrong time; done is false for all others.
func (s *server) lifecycle(req *jsonrpc2.Request) (result any, err error, done bool) {
	switch method := req.Method(); {
	case method == protocol.MethodInitialize && s.phase == uninitialized:
		result, err = s.initialize(req.Params())
	case s.phase == uninitialized:
		err = jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s before initialize", method)
	case method == protocol.MethodInitialize, s.phase == shutDown:
		err = jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s at the wrong time", method)
	case method == protocol.MethodShutdown:
		s.phase = shutDown
	default:
		return nil, nil, false
	}
	return result, err, true
}

func (s *server) initialize(raw jsonrpc2.RawMessage) (*protocol.InitializeResult, error) {
	params, err := decode[protocol.InitializeParams](raw)
	if err != nil {
		return nil, err
	}
	s.phase = running
	s.peer = abilitiesOf(params.Capabilities)
	s.peer.Bars = barsIn(params.ClientInfo.Name)
	s.mu.Lock()
	s.roots, s.settings = rootsOf(params), decodeSettings(params.InitializationOptions)
	s.mu.Unlock()
	s.configureReading()
	s.log.Info("client", zap.String("name", params.ClientInfo.Name), zap.Any("abilities", s.peer))
	return &protocol.InitializeResult{
		Capabilities: s.peer.offer(),
		ServerInfo:   protocol.ServerInfo{Name: "parlens", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

// initialized asks for what only can be asked now. It must not wait for the
// answers: they come through the goroutine that runs it.
func (s *server) initialized(*protocol.InitializedParams) error {
	s.register()
	s.pullSettings()
	return nil
}

func (s *server) exit() {
	code := 1
	if s.phase == shutDown {
		code = 0
	}
	s.log.Info("exit", zap.Int("code", code))
	s.opts.Exit(code)
	s.end(io.EOF)
}
