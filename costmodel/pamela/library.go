package pamela

import "sync"

// Library remembers the files that models include, so that many models of one
// machine read it once. It may be used by several goroutines; nil remembers
// nothing.
type Library struct {
	mu    sync.Mutex
	files map[[2]string]*File // by name and text
}

func (l *Library) read(file, text string) *File {
	if l == nil {
		return Read(file, text)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	key := [2]string{file, text}
	if l.files[key] == nil {
		if l.files == nil {
			l.files = map[[2]string]*File{}
		}
		l.files[key] = Read(file, text)
	}
	return l.files[key]
}
