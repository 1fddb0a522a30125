package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
)

// maxMessage bounds the length of one message, in bytes.
const maxMessage = 1 << 28

// keptBuffer is the most bytes of a buffer that are kept for the next message:
// one that opens a large file should not stay for ever.
const keptBuffer = 1 << 16

// stream frames messages as the language server protocol does: a header with
// the length, an empty line, the JSON text. A peer that sends garbage is
// answered and logged, and the stream finds the next header, instead of ending
// the session as the library's own framing does. It also writes the trace.
type stream struct {
	in    *bufio.Reader
	log   *zap.Logger
	trace bool
	ended func(error) // called once reading or writing has failed for good

	body []byte // of the message read last; only the read goroutine uses it

	mu  sync.Mutex
	out io.Writer // guarded by mu: one message at a time
	buf []byte    // guarded by mu
}

func newStream(in io.Reader, out io.Writer, log *zap.Logger, trace bool, ended func(error)) *stream {
	return &stream{in: bufio.NewReader(in), out: out, log: log, trace: trace, ended: ended}
}

// ReadFrame returns the JSON text of the next well-formed message; it is valid
// until the next call.
func (s *stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		body, err := s.readBody(ctx)
		if err != nil {
			s.ended(err)
			return nil, 0, err
		}
		refusal := refuse(body)
		if refusal == nil {
			s.traced("received", body)
			return body, int64(len(body)), nil
		}
		s.log.Warn("message refused", zap.Error(refusal), zap.ByteString("start", body[:min(len(body), 200)]))
		if _, err := s.WriteFrame(ctx, jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, refusal)); err != nil {
			return nil, 0, err
		}
	}
}

// refuse says why body is no message, or nil when it is one.
func refuse(body []byte) *jsonrpc2.Error {
	if !jsontext.Value(body).IsValid() {
		return jsonrpc2.Errorf(jsonrpc2.ParseError, "a message of %d bytes is not JSON", len(body))
	}
	if _, err := jsonrpc2.ScanMessageView(body); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "neither a request nor an answer: %v", err)
	}
	return nil
}

func (s *stream) readBody(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	length, err := s.readHeader()
	if err != nil {
		return nil, err
	}
	if cap(s.body) < length || cap(s.body) > keptBuffer {
		s.body = make([]byte, length)
	}
	body := s.body[:length]
	_, err = io.ReadFull(s.in, body)
	return body, err
}

// readHeader skips what is no header and returns the length of the body that
// follows the next one.
func (s *stream) readHeader() (int, error) {
	length := 0
	for {
		line, err := s.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			s.log.Warn("not a header", zap.ByteString("start", line[:80]))
			continue
		}
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(line) > 0:
			if n, ok := s.headerField(line); ok {
				length = n
			}
		case length > 0:
			return length, nil
		}
	}
}

var (
	contentLength = []byte("Content-Length:")
	contentType   = []byte("Content-Type:")
)

// lastFold returns where name last begins in line, in any case of letters, or
// -1.
func lastFold(line, name []byte) int {
	for at := len(line) - len(name); at >= 0; at-- {
		if bytes.EqualFold(line[at:at+len(name)], name) {
			return at
		}
	}
	return -1
}

// headerField returns the length that a line of the header states. It accepts
// rubbish in front: the rest of a body that was longer than its header said.
func (s *stream) headerField(line []byte) (int, bool) {
	at := lastFold(line, contentLength)
	if at < 0 {
		if lastFold(line, contentType) != 0 {
			s.log.Warn("not a header", zap.ByteString("start", line[:min(len(line), 80)]))
		}
		return 0, false
	}
	if at > 0 {
		s.log.Warn("skipped before a header", zap.Int("bytes", at))
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(line[at+len(contentLength):])))
	if err != nil || n <= 0 || n > maxMessage {
		s.log.Warn("impossible length in a header", zap.ByteString("header", line[at:]))
		return 0, false
	}
	return n, true
}

// WriteFrame sends one message.
func (s *stream) WriteFrame(_ context.Context, body []byte) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.traced("sent", body)
	s.buf = fmt.Appendf(s.buf[:0], "Content-Length: %d\r\n\r\n", len(body))
	s.buf = append(s.buf, body...)
	n, err := s.out.Write(s.buf)
	if cap(s.buf) > keptBuffer {
		s.buf = nil
	}
	if err != nil {
		s.ended(err)
	}
	return int64(n), err
}

// Read returns the next message.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	body, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	return msg, n, err
}

// Write sends msg.
func (s *stream) Write(ctx context.Context, msg jsonrpc2.Message) (int64, error) {
	return s.WriteFrame(ctx, jsonrpc2.AppendMessage(nil, msg))
}

// Close does nothing: who made the reader and the writer closes them.
func (s *stream) Close() error { return nil }

func (s *stream) traced(direction string, body []byte) {
	if s.trace {
		s.log.Debug(direction + " " + string(body))
	}
}
