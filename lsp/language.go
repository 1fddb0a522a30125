package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	sparmodel "github.com/parlens/parlens/costmodel/spar"
)

// language is a kind of document as the server sees it: its part in the features
// that are not the same for all.
type language struct {
	report     func(*server, context.Context, page) (page, error) // completes a page with its report
	hover      func(*server, context.Context, page, protocol.Position) *protocol.Hover
	status     func(*server, page) *statusResult
	completion func(*server, *workspace.Snapshot, *protocol.CompletionParams) ([]protocol.CompletionItem, error)

	// What follows is nil, or false, where a language has no such thing.
	fixes   func(page, source.Diagnostic) []source.Fix // what removes a diagnostic
	outline func(*workspace.Snapshot, *workspace.File) *outline.File
	members func(*workspace.Snapshot, *workspace.File) *spar.File
	model   func(*workspace.Snapshot, *workspace.File, settings.Settings) (*sparmodel.Model, error)

	mapped    bool // it has directives or pragmas that map data
	explained bool // its units are explained and profiled, and mapped otherwise as a whole
	tables    bool // it is TOML
}

// languages is set at the start, since the features themselves ask for languages: those of
// programs by their names in [predict.Language].
var languages map[string]language

func init() {
	languages = map[string]language{
		"Fortran": {
			report: (*server).predicted, hover: (*server).fortranHover, status: (*server).reportStatus, completion: (*server).fortranCompletion,
			fixes: fortranFixes, outline: outlineOf, mapped: true, explained: true,
		},
		"Spar": {
			report: (*server).predicted, hover: (*server).sparHover, status: (*server).reportStatus, completion: (*server).sparCompletion,
			fixes: sparFixes, members: (*workspace.Snapshot).Spar, model: sparmodel.ModelOf, mapped: true,
		},
		"PAMELA": {report: (*server).modelled, hover: (*server).modelHover, status: (*server).modelStatus, completion: noCompletion},
		"TOML":   {report: (*server).configuredPage, hover: (*server).tomlHover, status: (*server).tomlStatus, completion: (*server).tomlCompletion, tables: true},
	}
}

// languageOf is the one place of the server that tells kinds of documents apart.
func languageOf(f *workspace.File) language {
	name := predict.LanguageOf(f).Name
	switch {
	case strings.EqualFold(filepath.Ext(f.Path), ".pam") || f.Form == "pamela":
		name = "PAMELA"
	case configures(f.Path) || f.Form == "toml":
		name = "TOML"
	}
	return languages[name]
}

func noCompletion(*server, *workspace.Snapshot, *protocol.CompletionParams) ([]protocol.CompletionItem, error) {
	return nil, nil
}
