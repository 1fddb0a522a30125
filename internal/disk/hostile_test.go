//go:build unix

package disk

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestOnlyRegularFilesAreRead(t *testing.T) {
	root := t.TempDir()
	pipe, large, link := filepath.Join(root, "pipe"), filepath.Join(root, "large"), filepath.Join(root, "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, maxBytes+1); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, says string }{
		{"/dev/zero", "not a regular file"},
		{pipe, "not a regular file"},
		{link, "not a regular file"},
		{root, "not a regular file"},
		{large, "larger than 64 MB"},
		{filepath.Join(root, "none"), "no such file"},
	} {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			if _, err := (Disk{}).ReadFile(c.path); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want it to say %q", err, c.says)
			}
		})
	}
}

func TestReal(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, "link")
	if err := os.Symlink("/etc", link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{link, "/etc"},
		{filepath.Join(link, "nothing-of-this-name"), "/etc/nothing-of-this-name"},
		{filepath.Join(root, "a", "..", "b"), filepath.Join(root, "b")},
	} {
		t.Run(c.path, func(t *testing.T) {
			if got := (Disk{}).Real(c.path); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
