// Package lsp is the language server: it translates between the protocol and
// the rooms below it, which know nothing of JSON, UTF-16 or requests.
//
// Notifications run in order on the read goroutine and only swap snapshots. A
// request takes its snapshot there too, then leaves the read goroutine and
// computes, so requests run at the same time and none sees an edit that was
// sent after it. A file per feature holds its handler; what a
// feature says to the reader is composed in package render.
package lsp

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

// Predictor is what the server shows numbers from.
type Predictor interface {
	// Report predicts the units of the file at path that reach into the lines; see
	// predict.Part.
	Report(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error)
	// Explain explains the units that reach into the lines; see predict.Explain.
	Explain(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Explanation, error)
	// Options returns the mappings to try on a line; see advise.Options.
	Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) ([]advise.Option, error)
}

// Options are the choices that whoever starts the server has. The zero value
// serves.
type Options struct {
	Logger       *zap.Logger    // nil: no log
	Trace        bool           // log every message
	Version      string         // told to the client
	FS           workspace.FS   // nil: the disk
	Folder       string         // of the user's own parlens.toml, which may name a machine; "" for none
	Predictor    Predictor      // nil: the cost model
	Commit       Commit         // nil: nothing is compared with a commit
	Memory       int64          // bytes of results that are kept, above which the oldest go; 0: DefaultMemory
	AdviseAfter  time.Duration  // for which a text rests before faster mappings are looked for unasked; 0: they are not
	AnswerWithin time.Duration  // in which code actions are answered, with what is known by then; 0: with all there is
	Alone        bool           // nothing else runs in the process: garbage is collected as suits the server
	Exit         func(code int) // called on the exit notification; nil: os.Exit
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = zap.NewNop()
	}
	if o.FS == nil {
		o.FS = disk.Disk{}
	}
	if o.Predictor == nil {
		o.Predictor = costModel{}
	}
	if o.Exit == nil {
		o.Exit = os.Exit
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	return o
}

// Serve talks to one client until the client says exit, closes in, cannot be
// written to, or ctx ends. Only a broken connection is an error. When out
// breaks or ctx ends, a goroutine may stay blocked reading in.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := newServer(ctx, stop, opts.withDefaults())
	stream := newStream(in, out, s.log, opts.Trace, stop)
	s.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.conn.Go(ctx, s.handler())
	<-ctx.Done()
	s.log.Info("connection ended", zap.Error(context.Cause(ctx)))
	switch err := context.Cause(ctx); {
	case errors.Is(err, io.EOF), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	default:
		return err
	}
}

// server is the state of one session.
type server struct {
	ctx       context.Context // ends with the connection
	end       context.CancelCauseFunc
	opts      Options
	log       *zap.Logger
	conn      jsonrpc2.Conn
	client    protocol.Client
	workspace *workspace.Workspace
	trimming  atomic.Bool  // what is remembered is being forgotten; see memory.go
	garbage   atomic.Int64 // percent of what is in use that is made before it is collected
	idle      *time.Timer  // collects it; see collectIdle
	phase     phase        // only the read goroutine uses it
	peer      abilities    // written by initialize, before any other request runs
	roots     []string     // the folders that the client has open; written by initialize

	configured chan struct{} // closed when the first settings are there, or waited for long enough
	settled    sync.Once     // closes configured
	pending    pending
	publisher  *publisher
	refresher  *refresher
	committed  *committed

	mu       sync.Mutex
	settings clientSettings     // guarded by mu
	round    int                // guarded by mu; counts the changes of settings
	pulls    int                // guarded by mu; numbers the questions for settings
	uris     map[string]uri.URI // guarded by mu; the client's name of each open file

	untilEdit context.Context // guarded by mu; ends with the next edit
	stopIdle  func()          // guarded by mu; ends untilEdit
	resting   adviceKey       // guarded by mu; what faster mappings were last looked for unasked
}

func newServer(ctx context.Context, end context.CancelCauseFunc, opts Options) *server {
	s := &server{
		ctx:        ctx,
		end:        end,
		opts:       opts,
		log:        opts.Logger,
		workspace:  workspace.New(opts.FS),
		configured: make(chan struct{}),
		pending:    pending{stops: map[jsonrpc2.ID]context.CancelFunc{}},
		uris:       map[string]uri.URI{},
	}
	if opts.Alone {
		debug.SetMemoryLimit(hardMemory)
	}
	s.collectLate()
	s.idle = time.AfterFunc(idleAfter, runtime.GC)
	s.idle.Stop()
	s.untilEdit, s.stopIdle = context.WithCancel(ctx)
	s.publisher = newPublisher(s)
	s.refresher = newRefresher(s)
	s.committed = newCommitted(s)
	return s
}

// costModel is the Predictor that computes.
type costModel struct{}

func (costModel) Report(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	return predict.Part(ctx, snap, path, lines, s)
}

func (costModel) Explain(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Explanation, error) {
	return predict.Explain(ctx, snap, path, lines, s)
}

func (costModel) Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) ([]advise.Option, error) {
	return advise.Options(ctx, snap, path, line, s)
}

func (costModel) Advise(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*advise.Advice, error) {
	return advise.Advise(ctx, snap, path, s, advise.EditorEffort)
}
