package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// patience is how long a test waits for a message: longer than any answer
// takes on a busy machine.
const patience = 3 * time.Minute

// testFS is a disk in memory, by path.
type testFS struct {
	mu    sync.Mutex
	files map[string]string // guarded by mu
}

func (f *testFS) ReadFile(path string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.files[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

// List returns the paths below a folder.
func (f *testFS) List(folder string, _ bool) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var paths []string
	for path := range f.files {
		if strings.HasPrefix(path, folder+"/") {
			paths = append(paths, path)
		}
	}
	return paths
}

func (f *testFS) write(path, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[path] = text
}

// client is the editor's side of a session with a server in the same process.
// It frames messages with the library, not with the code under test.
type client struct {
	t      testing.TB
	stream jsonrpc2.Stream
	out    io.Writer
	held   *strings.Builder // what together is about to send; nil otherwise
	close  func()           // ends the client's output
	served chan error
	exits  chan int
	ended  chan struct{} // closed when the server says no more

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan answer      // guarded by mu
	replies map[string]json.RawMessage // guarded by mu; answers to requests of the server
	inbox   chan message               // what the server sends on its own
	silent  string                     // the method that the client never answers
}

type message struct {
	ID     *json.RawMessage `json:"id"`
	Method string           `json:"method"`
	Params json.RawMessage  `json:"params"`
	Result json.RawMessage  `json:"result"`
	Error  *jsonrpc2.Error  `json:"error"`
}

type answer struct {
	result json.RawMessage
	err    *jsonrpc2.Error
}

type pipeEnds struct {
	io.Reader
	io.WriteCloser
}

// dial starts a server and returns its client.
func dial(t testing.TB, opts Options) *client {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := newClient(t, fromServer, toServer)
	opts.Exit = func(code int) { c.exits <- code }
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		err := Serve(ctx, in, out, opts)
		out.Close()
		c.served <- err
	}()
	t.Cleanup(func() {
		cancel()
		toServer.Close()
		fromServer.Close()
	})
	return c
}

// newClient returns a client over any transport.
func newClient(t testing.TB, in io.Reader, out io.WriteCloser) *client {
	c := &client{
		t: t, stream: jsonrpc2.NewHeaderStream(pipeEnds{in, out}), out: out, close: func() { out.Close() },
		served: make(chan error, 1), exits: make(chan int, 1), ended: make(chan struct{}),
		waiting: map[int64]chan answer{}, replies: map[string]json.RawMessage{}, inbox: make(chan message, 1000),
	}
	go c.read()
	return c
}

type frames interface {
	ReadFrame(context.Context) ([]byte, int64, error)
	WriteFrame(context.Context, []byte) (int64, error)
}

func (c *client) read() {
	for {
		body, _, err := c.stream.(frames).ReadFrame(context.Background())
		if err != nil {
			close(c.inbox)
			close(c.ended)
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			panic(fmt.Sprintf("the server sent %q: %v", body, err))
		}
		switch {
		case m.Method == "" && m.ID != nil:
			c.deliver(m)
		default:
			if m.ID != nil && m.Method != "" {
				c.reply(m)
			}
			c.inbox <- m
		}
	}
}

// reply answers a request of the server as the test has said, else with null.
func (c *client) reply(m message) {
	c.mu.Lock()
	result, ok := c.replies[m.Method]
	c.mu.Unlock()
	if m.Method == c.silent {
		return
	}
	if !ok {
		result = json.RawMessage("null")
	}
	go c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, *m.ID, result))
}

func (c *client) deliver(m message) {
	var id int64
	if err := json.Unmarshal(*m.ID, &id); err != nil {
		c.inbox <- m // the answer to garbage has no id
		return
	}
	c.mu.Lock()
	ch := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	if ch != nil {
		ch <- answer{m.Result, m.Error}
	}
}

// together sends what send sends in one piece, so that the server has the next
// message at hand when it begins with one.
func (c *client) together(send func()) {
	c.held = new(strings.Builder)
	send()
	all := c.held.String()
	c.held = nil
	if _, err := io.WriteString(c.out, all); err != nil {
		c.t.Error(err)
	}
}

func (c *client) write(body []byte) {
	if c.held != nil {
		c.held.WriteString(framed(string(body)))
		return
	}
	if _, err := c.stream.(frames).WriteFrame(context.Background(), body); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		c.t.Errorf("write: %v", err)
	}
}

// note sends a notification.
func (c *client) note(method string, params any) {
	c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, raw(params)))
}

// start sends a request and returns its number and where the answer will be.
func (c *client) start(method string, params any) (int64, <-chan answer) {
	ch := make(chan answer, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.waiting[id] = ch
	c.mu.Unlock()
	c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, raw(params)))
	return id, ch
}

// call sends a request and waits for the answer.
func (c *client) call(method string, params any) answer {
	c.t.Helper()
	_, ch := c.start(method, params)
	return c.await(method, ch)
}

func (c *client) await(what string, ch <-chan answer) answer {
	c.t.Helper()
	select {
	case a := <-ch:
		return a
	case <-time.After(patience):
		c.t.Fatalf("no answer to %s", what)
		return answer{}
	}
}

// ask is call for a request that must succeed; it fills result.
func (c *client) ask(method string, params, result any) {
	c.t.Helper()
	a := c.call(method, params)
	if a.err != nil {
		c.t.Fatalf("%s: error %d %s", method, a.err.Code, a.err.Message)
	}
	if err := json.Unmarshal(a.result, result); err != nil {
		c.t.Fatalf("%s: %v in %s", method, err, a.result)
	}
}

// expect returns the next message that the server sends on its own with the
// method, and drops those before it.
func (c *client) expect(method string) message {
	c.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case m, ok := <-c.inbox:
			if !ok {
				c.t.Fatalf("the connection ended before %s", method)
			}
			if m.Method == method {
				return m
			}
		case <-deadline:
			c.t.Fatalf("no %s from the server", method)
		}
	}
}

func raw(v any) []byte {
	switch v := v.(type) {
	case string:
		return []byte(v)
	case []byte:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

type object = map[string]any

// initialize opens the session with the client's capabilities as JSON.
func (c *client) initialize(capabilities string) {
	c.t.Helper()
	var result object
	c.ask("initialize", `{"processId":null,"rootUri":null,"capabilities":`+capabilities+`}`, &result)
	c.note("initialized", `{}`)
}

func (c *client) open(uri string, version int, text string) {
	c.note("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "fortran", "version": version, "text": text}})
}

func (c *client) change(uri string, version int, changes ...object) {
	c.note("textDocument/didChange", object{"textDocument": object{"uri": uri, "version": version}, "contentChanges": changes})
}

func (c *client) hints(uri string, lines int) []testHint {
	c.t.Helper()
	var hints []testHint
	c.ask("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": lines, "character": 0}}}, &hints)
	return hints
}

type testHint struct {
	Position struct{ Line, Character int }
	Label    string
}
