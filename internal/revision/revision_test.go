package revision

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// repository makes a repository of two commits; src/a.f90 differs between them, and
// src/deep/b.f90 comes with the second.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r, err := git.PlainInit(root, false)
	if err != nil {
		t.Fatal(err)
	}
	work, err := r.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range []map[string]string{{"src/a.f90": "first\n"}, {"src/a.f90": "second\n", "src/deep/b.f90": "b\n"}} {
		for name, text := range files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := work.Add(name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := work.Commit("a commit", &git.CommitOptions{Author: &object.Signature{Name: "A", Email: "a@b", When: time.Unix(0, 0)}}); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestRevisions(t *testing.T) {
	root := repository(t)
	a := filepath.Join(root, "src", "a.f90")
	for _, c := range []struct {
		revision, text string
		files          int
	}{{"HEAD~1", "first\n", 1}, {"HEAD", "second\n", 2}} {
		t.Run(c.revision, func(t *testing.T) {
			tree, err := Open(filepath.Join(root, "src"), c.revision)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := tree.ReadFile(a); err != nil || string(text) != c.text {
				t.Errorf("%q, %v", text, err)
			}
			if files := tree.List(root, true); len(files) != c.files || !slices.Contains(files, a) {
				t.Errorf("files %v", files)
			}
			if files := tree.List(filepath.Join(root, "src"), false); !slices.Equal(files, []string{a}) {
				t.Errorf("files of src: %v", files)
			}
			for _, none := range []string{filepath.Join(root, "none"), "/etc/passwd", filepath.Join(root, "..", "x"), filepath.Join(root, "src")} {
				t.Run(none, func(t *testing.T) {
					if text, err := tree.ReadFile(none); err == nil {
						t.Errorf("%s has %q", none, text)
					}
				})
			}
		})
	}
	for _, c := range []struct{ folder, revision string }{{root, "nobody"}, {t.TempDir(), "HEAD"}} {
		t.Run(c.revision, func(t *testing.T) {
			if _, err := Open(c.folder, c.revision); err == nil {
				t.Errorf("%s of %s is there", c.revision, c.folder)
			}
		})
	}
}
