package workspace

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/source"
)

// disk remembers what the file system said about each path, errors included,
// so that a snapshot never sees two versions of a file.
type disk struct {
	fs    FS
	index *index
	mu    sync.Mutex
	reads map[string]func() (*File, error) // guarded by mu, by key; each reads at most once
	reals map[string]string                // guarded by mu; where paths lead

	repositories, buildTrees folders
}

// folders remembers what has been found from each folder.
type folders struct {
	mu    sync.Mutex
	found map[string]string // guarded by mu
}

func (f *folders) from(folder string, find func(string) string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, known := f.found[folder]
	if !known {
		if f.found == nil {
			f.found = map[string]string{}
		}
		out = find(folder)
		f.found[folder] = out
	}
	return out
}

func newDisk(fs FS) *disk {
	return &disk{fs: fs, index: newIndex(), reads: map[string]func() (*File, error){}, reals: map[string]string{}}
}

// without returns a disk that has not read the paths.
func (d *disk) without(paths []string) *disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := &disk{fs: d.fs, index: d.index.without(paths), reads: maps.Clone(d.reads), reals: map[string]string{}}
	for _, path := range paths {
		delete(out.reads, key(path))
	}
	return out
}

func (d *disk) file(path string) (*File, error) {
	d.mu.Lock()
	read, ok := d.reads[key(path)]
	if !ok {
		read = sync.OnceValues(func() (*File, error) { return d.read(path) })
		d.reads[key(path)] = read
	}
	d.mu.Unlock()
	return read()
}

// real returns where a path leads.
func (d *disk) real(path string) string {
	resolver, ok := d.fs.(Resolver)
	if !ok {
		return key(path)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	real, known := d.reals[path]
	if !known {
		real = resolver.Real(path)
		d.reals[path] = real
	}
	return real
}

func (d *disk) read(path string) (*File, error) {
	data, err := d.fs.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if at := bytes.IndexByte(data[:min(len(data), textHead)], 0); at >= 0 {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("not a text in UTF-8 or Latin-1: byte %d is zero", at+1)}
	}
	return &File{Path: path, Text: source.NewText(decode(data))}, nil
}

// textHead is the bytes of a file in which a zero says that it is no text: an object file, or
// a text in UTF-16. Padding at the end of an old one is not looked for.
const textHead = 8000

const byteOrderMark = "\ufeff"

// decode turns the bytes of a file into UTF-8 text as editors do: a byte order
// mark is no part of the text, and what is not UTF-8 is Latin-1.
func decode(data []byte) string {
	if utf8.Valid(data) {
		return strings.TrimPrefix(string(data), byteOrderMark)
	}
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String()
}
