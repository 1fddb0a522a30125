package lsp

import (
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/parlens/parlens/costmodel/settings"
)

// register asks the client to tell when configuration files, machine files or
// sources change on disk, when something is committed, and when settings change, as far as it can.
func (s *server) register() {
	var wanted []protocol.Registration
	if s.peer.WatchFiles {
		wanted = append(wanted, registration(protocol.MethodWorkspaceDidChangeWatchedFiles, protocol.DidChangeWatchedFilesRegistrationOptions{
			Watchers: watchers("**/"+settings.ConfigName, "**/*.toml", "**/*.pam", "**/*.csv", "**/*.json", "**/*.{f,for,ftn,f77,hpf,f90,f95,f03,f08,inc}", "**/.git/logs/HEAD"),
		}))
	}
	if s.peer.NotifySettings {
		wanted = append(wanted, registration(protocol.MethodWorkspaceDidChangeConfiguration, map[string]string{"section": section}))
	}
	if len(wanted) == 0 {
		return
	}
	go func() {
		defer s.survive("watching files")
		if err := s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: wanted}); err != nil {
			s.log.Warn("the client refuses to watch", zap.Error(err))
		}
	}()
}

func registration(method string, options any) protocol.Registration {
	return protocol.Registration{ID: section + "/" + method, Method: method, RegisterOptions: mustMarshal(options)}
}

func watchers(patterns ...string) []protocol.FileSystemWatcher {
	all := make([]protocol.FileSystemWatcher, len(patterns))
	for i, p := range patterns {
		all[i] = protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(p)}
	}
	return all
}

// didChangeWatchedFiles makes the files that have changed, come or gone be read
// again. Open files are not read from disk, so a save of one changes no number.
func (s *server) didChangeWatchedFiles(p *protocol.DidChangeWatchedFilesParams) error {
	var paths []string
	for _, change := range p.Changes {
		if path := pathOf(change.URI); s.closed(path) {
			paths = append(paths, path)
		}
	}
	if paths != nil {
		s.committed.outdated(slices.ContainsFunc(paths, func(p string) bool { return filepath.Base(p) != "HEAD" }))
		s.workspace.Invalidate(paths...)
		s.refreshAll()
	}
	return nil
}

func (s *server) closed(path string) bool {
	_, open := s.uriOf(path)
	return !open
}

// reread forgets what was read from disk and has everything shown again that
// it may change.
func (s *server) reread() {
	s.workspace.Reread()
	s.refreshAll()
}
