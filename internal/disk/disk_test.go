package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestList(t *testing.T) {
	root := t.TempDir()
	for _, path := range []string{"a.f90", "b/c.f90", ".git/d.f90", "node_modules/e.f90", "b/deep/f.f"} {
		t.Run(path, func(t *testing.T) {
			path = filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("end\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
	for deep, want := range map[bool][]string{false: {"a.f90"}, true: {"a.f90", "b/c.f90", "b/deep/f.f"}} {
		t.Run(fmt.Sprint(deep), func(t *testing.T) {
			var got []string
			for _, path := range (Disk{}).List(root, deep) {
				relative, _ := filepath.Rel(root, path)
				got = append(got, filepath.ToSlash(relative))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("deep %v: %v", deep, got)
			}
		})
	}
	if got := (Disk{}).List(filepath.Join(root, "none"), true); got != nil {
		t.Errorf("a folder that is not there: %v", got)
	}
}
