package lsp

import (
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/internal/oracle/described"
	"github.com/parlens/parlens/render/fields"
)

// requestTypes are the parameters and results of the requests that are parlens's own.
var requestTypes = []any{query{}, costTree{}, scalingParams{}, scaling{}, machinesParams{}, machinesResult{}, whatifResult{},
	graphParams{}, graph{}, timelineParams{}, timeline{}, modelResult{}, compareParams{}, mappingsCompared{}, traceParams{}, trace{}, hintsParams{}, hintsResult{},
	statusParams{}, statusResult{}, readingParams{}, readingResult{}, profileParams{}, profileResult{}}

// docs/protocol.md has a table for each of them, from the comments of the fields.
func TestDescribedRequests(t *testing.T) {
	described.Tables(t, *update, "../docs/protocol.md", described.Types(t, requestTypes, described.Options{Open: true, Also: []string{"../render/fields"}, Name: func(t reflect.Type) string {
		if t.Name() == "" {
			return ""
		}
		return strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	}, Own: ownTypes}))
}

// ownTypes are those of the protocol, and numbers that may be null.
func ownTypes(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[fields.Number]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "number"}, {Type: "null"}}}
	case reflect.TypeFor[protocol.Range](), reflect.TypeFor[protocol.Position](), reflect.TypeFor[protocol.TextDocumentIdentifier](), reflect.TypeFor[protocol.InlayHint](), reflect.TypeFor[protocol.WorkspaceEdit]():
		return &jsonschema.Schema{Title: "`" + t.Name() + "`", Type: "object"}
	}
	return nil
}
