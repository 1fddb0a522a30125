// Package revision is a version of a repository's files as a file system: the objects
// of the repository are read, nothing is checked out or executed.
package revision

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// Tree is one revision, with paths as the working tree has them. Its methods may be
// called from any goroutine.
type Tree struct {
	Root string // folder of the working tree
	Name string // of the revision, with its hash in short
	tree *object.Tree
	lock sync.Mutex // of tree: the library's objects are for one goroutine
}

// Open returns a revision (HEAD~1, a branch, a tag, a hash) of the repository that a
// folder belongs to.
func Open(folder, revision string) (*Tree, error) {
	repository, err := git.PlainOpenWithOptions(folder, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	work, err := repository.Worktree()
	if err != nil {
		return nil, err
	}
	hash, err := repository.ResolveRevision(plumbing.Revision(revision))
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: there are not so many commits", revision)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", revision, err)
	}
	commit, err := repository.CommitObject(*hash)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", revision, err)
	}
	tree, err := commit.Tree()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", revision, err)
	}
	root, err := named(work.Filesystem.Root(), folder)
	return &Tree{Root: root, Name: revision + " (" + hash.String()[:7] + ")", tree: tree}, err
}

// named is the root of the working tree as whoever names a folder in it would name it,
// who may have come along a symbolic link.
func named(root, folder string) (string, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", err
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", err
	}
	below, err := filepath.Rel(root, real)
	switch {
	case err != nil, real == folder:
		return root, err
	case below == ".":
		return folder, nil
	}
	if above, found := strings.CutSuffix(folder, string(filepath.Separator)+below); found {
		return above, nil
	}
	return root, nil
}

// inside is the path in the tree of a path of the working tree.
func (t *Tree) inside(path string) (string, error) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	relative, err := filepath.Rel(t.Root, path)
	if err != nil || !filepath.IsLocal(relative) {
		return "", fs.ErrNotExist
	}
	return filepath.ToSlash(relative), nil
}

// maxBytes bounds a file that is read, as on disk.
const maxBytes = 64 << 20

// ReadFile returns the content that a file of the working tree has in the revision.
func (t *Tree) ReadFile(path string) ([]byte, error) {
	inside, err := t.inside(path)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	f, err := t.tree.File(inside)
	switch {
	case errors.Is(err, object.ErrFileNotFound):
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	case err != nil:
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	case f.Size > maxBytes:
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MB", maxBytes>>20)}
	}
	text, err := f.Contents()
	return []byte(text), err
}

// List returns the paths of the files in a folder, with deep of those below.
func (t *Tree) List(folder string, deep bool) []string {
	inside, err := t.inside(folder)
	if err != nil {
		return nil
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	tree := t.tree
	if inside != "." {
		if tree, err = tree.Tree(inside); err != nil {
			return nil
		}
	}
	var out []string
	_ = tree.Files().ForEach(func(f *object.File) error {
		if deep || !strings.Contains(f.Name, "/") {
			out = append(out, filepath.Join(folder, filepath.FromSlash(f.Name)))
		}
		return nil
	})
	return out
}
