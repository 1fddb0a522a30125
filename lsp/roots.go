package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
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
	if roots == nil && p.RootURI != nil && *p.RootURI != "" {
		roots = append(roots, pathOf(*p.RootURI))
	}
	return roots
}

func (s *server) setRoots(p *protocol.InitializeParams) {
	s.workspace.Configure(workspace.Reading{Roots: rootsOf(p)})
}
