package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/parlens/parlens/analysis/workspace"
)

// phase is how far the session has come.
type phase uint8

const (
	uninitialized phase = iota
	running
	shutDown
)

// A note is the handler of a notification. It runs on the read goroutine.
type note func(*server, jsonrpc2.RawMessage) error

// A call is the handler of a request. It runs on a goroutine of its own.
type call func(*server, context.Context, *workspace.Snapshot, jsonrpc2.RawMessage) (any, error)

var notes = map[string]note{
	protocol.MethodCancelRequest:                   decoded((*server).cancel),
	protocol.MethodInitialized:                     decoded((*server).initialized),
	protocol.MethodTextDocumentDidOpen:             decoded((*server).didOpen),
	protocol.MethodTextDocumentDidChange:           decoded((*server).didChange),
	protocol.MethodTextDocumentDidSave:             decoded((*server).didSave),
	protocol.MethodTextDocumentDidClose:            decoded((*server).didClose),
	protocol.MethodWorkspaceDidChangeConfiguration: decoded((*server).didChangeConfiguration),
	protocol.MethodWorkspaceDidChangeWatchedFiles:  decoded((*server).didChangeWatchedFiles),
}

var calls = map[string]call{
	protocol.MethodTextDocumentInlayHint:            computed((*server).inlayHint),
	protocol.MethodTextDocumentHover:                computed((*server).hover),
	protocol.MethodTextDocumentCodeLens:             computed((*server).codeLens),
	protocol.MethodTextDocumentCodeAction:           computed((*server).codeAction),
	protocol.MethodCodeActionResolve:                computed((*server).codeActionResolve),
	protocol.MethodTextDocumentDiagnostic:           computed((*server).diagnostic),
	protocol.MethodTextDocumentDocumentSymbol:       computed((*server).documentSymbol),
	protocol.MethodTextDocumentFoldingRange:         computed((*server).foldingRange),
	protocol.MethodTextDocumentDefinition:           computed((*server).definition),
	protocol.MethodTextDocumentReferences:           computed((*server).references),
	protocol.MethodTextDocumentCompletion:           computed((*server).completion),
	protocol.MethodTextDocumentSemanticTokensFull:   computed((*server).semanticTokens),
	protocol.MethodTextDocumentSemanticTokensRange:  computed((*server).semanticTokensRange),
	protocol.MethodTextDocumentPrepareCallHierarchy: computed((*server).prepareCallHierarchy),
	protocol.MethodCallHierarchyIncomingCalls:       computed((*server).incomingCalls),
	protocol.MethodCallHierarchyOutgoingCalls:       computed((*server).outgoingCalls),
	methodHints:    checked((*server).hints),
	methodStatus:   checked((*server).status),
	methodReading:  checked((*server).reading),
	methodProfile:  checked((*server).profile),
	methodCostTree: checked((*server).costTree),
	methodScaling:  checked((*server).scaling),
	methodMachines: checked((*server).machines),
	methodWhatif:   checked((*server).whatif),
	methodGraph:    checked((*server).graph),
	methodTimeline: checked((*server).timeline),
	methodCompare:  checked((*server).compare),
	methodModel:    checked((*server).model),
	methodTrace:    checked((*server).trace),
}

// decoded makes a note of a handler with typed parameters.
func decoded[P any](handle func(*server, *P) error) note {
	return func(s *server, raw jsonrpc2.RawMessage) error {
		params, err := decode[P](raw)
		if err != nil {
			return err
		}
		return handle(s, params)
	}
}

// computed makes a call of a handler with typed parameters and result.
func computed[P, R any](handle func(*server, context.Context, *workspace.Snapshot, *P) (R, error)) call {
	return func(s *server, ctx context.Context, snap *workspace.Snapshot, raw jsonrpc2.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		result, err := handle(s, ctx, snap, params)
		return result, err
	}
}

// checked is computed for a request of parlens: an error names a required member that is missing.
func checked[P, R any](handle func(*server, context.Context, *workspace.Snapshot, *P) (R, error)) call {
	answer := computed(handle)
	return func(s *server, ctx context.Context, snap *workspace.Snapshot, raw jsonrpc2.RawMessage) (any, error) {
		var given map[string]json.RawMessage
		if err := json.Unmarshal(raw, &given); len(raw) > 0 && err != nil {
			return nil, invalid("the parameters are no object")
		}
		for _, name := range required(reflect.TypeFor[P]()) {
			if _, ok := given[name]; !ok {
				return nil, invalid("%s is missing", name)
			}
		}
		return answer(s, ctx, snap, raw)
	}
}

// required are the members of parameters that are never left out.
func required(params reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(params) {
		if name, rest, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && rest == "" {
			names = append(names, name)
		}
	}
	return names
}

func decode[P any](raw jsonrpc2.RawMessage) (*P, error) {
	params := new(P)
	if len(raw) == 0 {
		return params, nil
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return nil, misread(err)
	}
	return params, nil
}

// misread names the member that is of the wrong kind, where the decoder knows it.
func misread(err error) error {
	var of *jsonv2.SemanticError
	if errors.As(err, &of) && of.JSONPointer != "" {
		return invalid("%s is of the wrong kind", strings.ReplaceAll(string(of.JSONPointer[1:]), "/", "."))
	}
	return fmt.Errorf("%w: %v", jsonrpc2.ErrInvalidParams, err)
}

// handler returns what the connection calls for every message, on the read
// goroutine.
func (s *server) handler() jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		s.idle.Stop()
		if req.IsCall() {
			return s.answer(ctx, req)
		}
		s.observe(req)
		return nil, nil // an error would close the connection
	}
}

// observe runs a note and logs what goes wrong in it.
func (s *server) observe(req *jsonrpc2.Request) {
	defer s.survive(req.Method())
	if err := s.note(req); err != nil {
		s.log.Warn("notification", zap.String("method", req.Method()), zap.Error(err))
	}
}

func (s *server) note(req *jsonrpc2.Request) error {
	if req.Method() == protocol.MethodExit {
		s.exit()
		return nil
	}
	handle, known := notes[req.Method()]
	switch {
	case !known:
		s.log.Debug("notification ignored", zap.String("method", req.Method()))
		return nil
	case s.phase != running:
		return errors.New("only allowed between initialize and shutdown")
	}
	return handle(s, req.Params())
}

// answer runs a request and turns what goes wrong into an error for the
// client. It runs on the read goroutine until it has its snapshot.
func (s *server) answer(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.logPanic(req.Method(), r)
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed inside: %v", req.Method(), firstLine(r))
		}
	}()
	if result, err, done := s.lifecycle(req); done {
		return result, err
	}
	handle, known := calls[req.Method()]
	if !known {
		return nil, fmt.Errorf("%w: %s", jsonrpc2.ErrMethodNotFound, req.Method())
	}
	snap := s.workspace.Snapshot()
	own, done := s.pending.begin(s.ctx, req.ID())
	defer done()
	jsonrpc2.Async(ctx)
	result, err = handle(s, own, snap, req.Params())
	s.stayWithin()
	s.collectLate()
	s.collectIdle()
	if own.Err() != nil {
		return nil, protocol.ErrRequestCancelled
	}
	if err != nil {
		s.log.Info("request failed", zap.String("method", req.Method()), zap.Error(err))
	}
	return result, coded(err)
}

// coded gives an error the code that every error of the protocol must have.
func coded(err error) error {
	var own *jsonrpc2.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), err.Error())
}

// survive keeps a panic of a goroutine that answers nobody from ending the
// process. It is deferred.
func (s *server) survive(what string) {
	if r := recover(); r != nil {
		s.logPanic(what, r)
	}
}

func firstLine(v any) string {
	line, _, _ := strings.Cut(fmt.Sprint(v), "\n")
	return line
}

func (s *server) logPanic(method string, value any) {
	s.log.Error("panic", zap.String("method", method), zap.Any("value", value), zap.ByteString("stack", debug.Stack()))
}
