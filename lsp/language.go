package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// language is a kind of document as the server sees it: its part in the features
// that are not the same for all.
type language struct {
	report     func(*server, context.Context, page) (page, error) // completes a page with its report
	hover      func(*server, context.Context, page, protocol.Position) *protocol.Hover
	status     func(*server, page) *statusResult
	completion func(*server, *workspace.Snapshot, *protocol.CompletionParams) ([]protocol.CompletionItem, error)
	fixes      func(page, source.Diagnostic) []source.Fix // what removes a diagnostic; nil where nothing does

	mapped bool // it has directives or pragmas that map data
}

type kind int

const (
	fortranKind kind = iota
	sparKind
	modelKind
	tomlKind
)

// kindOf is the one place that tells kinds of documents apart.
func kindOf(f *workspace.File) kind {
	switch {
	case strings.EqualFold(filepath.Ext(f.Path), ".pam") || f.Form == "pamela":
		return modelKind
	case configures(f.Path) || f.Form == "toml":
		return tomlKind
	case workspace.IsSpar(f):
		return sparKind
	}
	return fortranKind
}

// isFortran reports whether outlines, readings and profiles are for a document.
func isFortran(f *workspace.File) bool { return kindOf(f) == fortranKind }

// languages is set at the start, since the features themselves ask for kinds.
var languages map[kind]language

func init() {
	languages = map[kind]language{
		fortranKind: {(*server).predicted, (*server).fortranHover, (*server).reportStatus, (*server).fortranCompletion, fortranFixes, true},
		sparKind:    {(*server).predicted, (*server).sparHover, (*server).reportStatus, (*server).sparCompletion, sparFixes, true},
		modelKind:   {(*server).modelled, (*server).modelHover, (*server).modelStatus, noCompletion, nil, false},
		tomlKind:    {(*server).configuredPage, (*server).tomlHover, (*server).tomlStatus, (*server).tomlCompletion, nil, false},
	}
}

func languageOf(f *workspace.File) language { return languages[kindOf(f)] }

func noCompletion(*server, *workspace.Snapshot, *protocol.CompletionParams) ([]protocol.CompletionItem, error) {
	return nil, nil
}
