package pamela

import "sync"

// Library remembers the files that models include, so that many models of one
// machine parse it once. It may be used by several goroutines; nil remembers
// nothing.
type Library struct {
	mu    sync.Mutex
	files map[[2]string]*Tree // by name and text; of files without messages that include no others
}

// take parses an included file into a model, or takes it from memory.
func (l *Library) take(p *parsing, file, text string) {
	if l == nil {
		p.file(file, text)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	key := [2]string{file, text}
	if known := l.files[key]; known != nil {
		p.bytes += len(text)
		p.tree.Equations = append(p.tree.Equations, known.Equations...)
		return
	}
	before, messages, files := len(p.tree.Equations), len(p.reports.list), p.files
	p.library = nil // the lock is taken
	p.file(file, text)
	p.library = l
	if len(p.reports.list) == messages && p.files == files {
		if l.files == nil {
			l.files = map[[2]string]*Tree{}
		}
		l.files[key] = &Tree{Equations: append([]*Equation(nil), p.tree.Equations[before:]...)}
	}
}
