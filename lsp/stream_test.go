package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func notification(method string) string { return fmt.Sprintf(`{"jsonrpc":"2.0","method":%q}`, method) }

// TestStreamSurvivesGarbage reads what lies between well-formed messages.
func TestStreamSurvivesGarbage(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	cases := []struct {
		name, garbage string
		answers       int // error answers to what has a length but is no message
	}{
		{"nothing", "", 0},
		{"other fields", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n", 0},
		{"lower case", "", 0},
		{"a line", "hello there\r\n", 0},
		{"no line end", "hello there", 0},
		{"a header without length", "Content-Type: x\r\n\r\n", 0},
		{"an impossible length", "Content-Length: -5\r\n\r\n", 0},
		{"a word as length", "Content-Length: many\r\n\r\n", 0},
		{"a huge length", "Content-Length: 99999999999\r\n\r\n", 0},
		{"binary", "\x00\xff\x01\n\n\n\xfe", 0},
		{"a long line", long, 0},
		{"a long line with an end", long + "\n", 0},
		{"no JSON", framed("{nonsense}"), 1},
		{"truncated JSON", framed(`{"jsonrpc":"2.0","method":`), 1},
		{"invalid UTF-8", framed("{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}"), 1},
		{"not an object", framed(`[1,2,3]`), 1},
		{"a number", framed(`17`), 1},
		{"an object that is no message", framed(`{"a":1}`), 1},
		{"another version", framed(`{"jsonrpc":"1.0","method":"m"}`), 1},
		{"a length that is too short", "Content-Length: 20\r\n\r\n" + notification("lost"), 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			core, logs := observer.New(zap.WarnLevel)
			in := framed(notification("first")) + c.garbage + framed(notification("second"))
			s := newStream(strings.NewReader(in), &out, zap.New(core), false, func(error) {})
			for _, want := range []string{"first", "second"} {
				t.Run(want, func(t *testing.T) {
					body, _, err := s.ReadFrame(context.Background())
					if err != nil || string(body) != notification(want) {
						t.Fatalf("read %q, %v; want %s", body, err, want)
					}
				})
			}
			if _, _, err := s.ReadFrame(context.Background()); err != io.EOF {
				t.Errorf("at the end: %v", err)
			}
			if got := strings.Count(out.String(), `"error"`); got != c.answers {
				t.Errorf("%d answers, want %d: %s", got, c.answers, out.String())
			}
			if c.garbage != "" && !strings.HasPrefix(c.garbage, "Content-Type") && logs.Len() == 0 {
				t.Error("nothing in the log")
			}
		})
	}
}

func TestStreamTellsItsEnd(t *testing.T) {
	for name, in := range map[string]string{"between messages": framed(notification("m")), "in a message": framed(notification("m")) + "Content-Length: 99\r\n\r\n{"} {
		t.Run(name, func(t *testing.T) {
			var ended error
			s := newStream(strings.NewReader(in), io.Discard, zap.NewNop(), false, func(err error) { ended = err })
			for {
				if _, _, err := s.ReadFrame(context.Background()); err != nil {
					break
				}
			}
			if ended == nil {
				t.Errorf("%s: not told", name)
			}
		})
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte(framed(notification("m"))))
	f.Add([]byte("Content-Length: 3\r\n\r\n{}\nContent-Length:2\n\n{}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := newStream(strings.NewReader(string(in)), io.Discard, zap.NewNop(), false, func(error) {})
		for {
			body, _, err := s.ReadFrame(context.Background())
			if err != nil {
				return
			}
			if refuse(body) != nil {
				t.Fatalf("accepted %q", body)
			}
		}
	})
}
