// Package workspace holds the files under analysis: what is on disk behind an
// interface, what is open in an editor over it, and a memo of everything that
// was computed from them. Snapshots are immutable; an edit makes a new one
// that shares every unchanged file and the memo.
package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

// FS reads files that no editor has open.
type FS interface {
	ReadFile(path string) ([]byte, error)
}

// File is one version of a file.
type File struct {
	Path    string
	Version int32 // of the editor's document; 0 for a file on disk
	Text    *source.Text
	Open    bool
	Form    string       // the editor's language identifier, "" for a file on disk
	Held    *source.Text // an older text that Snapshot.Read gives while Text is half typed; nil where it gives Text

	said atomic.Pointer[vocabulary] // once it was asked for
}

// WithText is a file with another text that nobody has typed.
func (f *File) WithText(t *source.Text) *File {
	return &File{Path: f.Path, Version: f.Version, Text: t, Open: f.Open, Form: f.Form, Held: f.Held}
}

// Workspace is the mutable holder of the newest snapshot. Its methods may be
// called from any goroutine.
type Workspace struct {
	mu  sync.Mutex
	now *Snapshot // guarded by mu
}

// New returns a workspace without open files over fs.
func New(fs FS) *Workspace {
	return &Workspace{now: &Snapshot{id: 1, disk: newDisk(fs), memo: memo.New(), sources: newSources(), parsed: &parsed{}, concordance: &lastConcordance{}, open: map[string]*File{}}}
}

// Snapshot returns the newest snapshot.
func (w *Workspace) Snapshot() *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Open adds or replaces an open file and returns the new snapshot.
func (w *Workspace) Open(path, language string, version int32, text string) *Snapshot {
	f := &File{Path: path, Version: version, Text: source.NewText(text), Open: true, Form: language}
	return w.next(func(s *Snapshot) { s.open[key(path)] = f })
}

// Change replaces the text of an open file. A file that is not open is an
// error and leaves the workspace as it was.
func (w *Workspace) Change(path string, version int32, text *source.Text) (*Snapshot, error) {
	return w.change(path, version, text, false)
}

// ChangeHeld is Change for a text that nobody can use as it is: who reads the file has
// what could be used before.
func (w *Workspace) ChangeHeld(path string, version int32, text *source.Text) (*Snapshot, error) {
	return w.change(path, version, text, true)
}

func (w *Workspace) change(path string, version int32, text *source.Text, held bool) (*Snapshot, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	old, ok := w.now.open[key(path)]
	if !ok {
		return nil, fmt.Errorf("change of %s, which is not open", path)
	}
	f := &File{Path: path, Version: version, Text: text, Open: true, Form: old.Form}
	if held {
		f.Held = cmp.Or(old.Held, old.Text)
	}
	return w.nextLocked(func(s *Snapshot) { s.open[key(path)] = f }), nil
}

// Close forgets the editor's version of the file.
func (w *Workspace) Close(path string) *Snapshot {
	return w.next(func(s *Snapshot) { delete(s.open, key(path)) })
}

// Reread returns a snapshot that reads the files that are not open from disk
// again.
func (w *Workspace) Reread() *Snapshot {
	return w.next(func(s *Snapshot) { s.disk, s.concordance = newDisk(s.disk.fs), &lastConcordance{} })
}

// Invalidate returns a snapshot that reads these files from disk again, and
// notices that they have come or gone. Open files do not matter here.
func (w *Workspace) Invalidate(paths ...string) *Snapshot {
	return w.next(func(s *Snapshot) { s.disk, s.concordance = s.disk.without(paths), &lastConcordance{} })
}

func (w *Workspace) next(change func(*Snapshot)) *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.nextLocked(change)
}

func (w *Workspace) nextLocked(change func(*Snapshot)) *Snapshot {
	s := *w.now
	s.id, s.open, s.parsed = w.now.id+1, maps.Clone(w.now.open), &parsed{}
	change(&s)
	s.memo.Advance()
	w.now = &s
	return &s
}

// Snapshot is an immutable view of all files. It may be used from any
// goroutine.
type Snapshot struct {
	id          uint64
	disk        *disk
	memo        *memo.Table
	sources     *sources
	reading     Reading
	parsed      *parsed
	concordance *lastConcordance
	open        map[string]*File // by key; never written after the snapshot is handed out
}

// ID numbers the snapshots of a workspace in the order in which they were
// made, from 1.
func (s *Snapshot) ID() uint64 { return s.id }

// File returns the editor's version of the file, or the one on disk. A file on
// disk is read once and stays as it was, in this and in later snapshots, until
// Reread.
func (s *Snapshot) File(path string) (*File, error) {
	if f, ok := s.open[key(path)]; ok {
		return f, nil
	}
	return s.disk.file(path)
}

// Read returns the text of a file: what is open counts, saved or not, as far as it can be used.
func (s *Snapshot) Read(path string) ([]byte, error) {
	f, err := s.File(path)
	if err != nil {
		return nil, err
	}
	return []byte(cmp.Or(f.Held, f.Text).String()), nil
}

// OpenFiles returns the paths of the open files as they were opened, sorted.
func (s *Snapshot) OpenFiles() []string {
	paths := make([]string, 0, len(s.open))
	for _, f := range s.open {
		paths = append(paths, f.Path)
	}
	slices.Sort(paths)
	return paths
}

// key makes the paths of one file equal: an include line may say "a/../b".
func key(path string) string { return filepath.Clean(path) }

// Memo returns the memo that all snapshots of the workspace share.
func (s *Snapshot) Memo() *memo.Table { return s.memo }
