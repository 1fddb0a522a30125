package lsp

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec encodes parameters and results with the protocol's own rules for
// unions and optional members.
type codec struct{}

// Marshal returns the JSON text of v.
func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal fills v from JSON text.
func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append((*raw)[:0], data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// mustMarshal returns the JSON text of a value that the server made itself.
func mustMarshal(v any) jsontext.Value {
	raw, err := protocol.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// printable returns text that JSON can hold: a message may quote a part of a
// character.
func printable(text string) string { return strings.ToValidUTF8(text, "\ufffd") }
