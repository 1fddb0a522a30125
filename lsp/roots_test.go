package lsp

import (
	"slices"
	"testing"

	"go.lsp.dev/protocol"
)

func TestRoots(t *testing.T) {
	for params, want := range map[string][]string{
		`{"processId":null,"rootUri":null,"capabilities":{}}`:          nil,
		`{"processId":null,"rootUri":"file:///one","capabilities":{}}`: {"/one"},
		`{"processId":null,"rootUri":"file:///one","capabilities":{},"workspaceFolders":[{"uri":"file:///a%20b","name":"a"},{"uri":"file:///c","name":"c"}]}`: {"/a b", "/c"},
		`{"processId":null,"rootUri":null,"capabilities":{},"workspaceFolders":null}`:                                                                         nil,
	} {
		t.Run(params, func(t *testing.T) {
			p, err := decode[protocol.InitializeParams]([]byte(params))
			if err != nil {
				t.Fatal(err)
			}
			if got := rootsOf(p); !slices.Equal(got, want) {
				t.Errorf("%s: %q", params, got)
			}
		})
	}
}
