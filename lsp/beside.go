package lsp

// Another server of Fortran may answer beside this one, and what both know would be shown
// twice. The client leaves that to the other by the setting languageFeatures: the outline,
// and in statements definitions, references, completion and what hovers say of a
// declaration. Directives are comments to the other, so all of them stays here.

// leaves reports whether the names at a place are left to another server.
func (s *server) leaves(k *documentOutline, offset int) bool {
	return s.leavesLanguage() && !k.InDirective(offset)
}

func (s *server) leavesLanguage() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.settings.Language
	return own != nil && !*own
}
