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
	//lint:ignore SA1019 older clients send nothing else
	if root := p.RootURI; roots == nil && root != nil && *root != "" {
		roots = append(roots, pathOf(*root))
	}
	return roots
}

func (s *server) setRoots(p *protocol.InitializeParams) {
	s.workspace.Configure(workspace.Reading{Roots: rootsOf(p)})
}
