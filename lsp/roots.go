package lsp

import (
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
)

// rootsOf returns the folders that the client has open. There may be none: a
// file of its own sees the modules of its folder.
func rootsOf(p *protocol.InitializeParams) []string {
	var roots []string
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			roots = append(roots, pathOf(f.URI))
		}
	}
	//lint:ignore SA1019 older clients send nothing else
	if root := p.RootURI; roots == nil && root != nil && *root != "" {
		roots = append(roots, pathOf(*root))
	}
	return roots
}

// configureReading tells the workspace how sources are read: by the client's
// settings, and by the nearest parlens.toml of each. A relative folder of the
// settings counts from each root.
func (s *server) configureReading() { s.workspace.Configure(s.sourcesReading()) }

// sourcesReading is how sources are read.
func (s *server) sourcesReading() workspace.Reading {
	s.mu.Lock()
	settings := s.settings
	s.mu.Unlock()
	reading := workspace.Reading{Roots: s.roots, Define: settings.Define, Config: predict.Reading}
	for _, folder := range settings.Include {
		if filepath.IsAbs(folder) {
			reading.Include = append(reading.Include, folder)
			continue
		}
		for _, root := range s.roots {
			reading.Include = append(reading.Include, filepath.Join(root, folder))
		}
	}
	return reading
}
