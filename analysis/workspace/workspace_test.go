package workspace

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// memoryFS is a disk in memory that counts its reads.
type memoryFS struct {
	mu    sync.Mutex
	files map[string]string // guarded by mu
	reads int               // guarded by mu
}

func (m *memoryFS) ReadFile(path string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	text, ok := m.files[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

func (m *memoryFS) write(path, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[path] = text
}

func content(t *testing.T, s *Snapshot, path string) string {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		return "error"
	}
	return f.Text.String()
}

func TestSnapshotsDoNotChange(t *testing.T) {
	disk := &memoryFS{files: map[string]string{"/a": "disk a", "/b": "disk b"}}
	w := New(disk)
	s1 := w.Snapshot()
	s2 := w.Open("/a", "fortran", 1, "open a")
	s3, err := w.Change("/a", 2, source.NewText("changed a"))
	if err != nil {
		t.Fatal(err)
	}
	s4 := w.Close("/a")
	for i, want := range []string{"disk a", "open a", "changed a", "disk a"} {
		t.Run(want, func(t *testing.T) {
			if got := content(t, []*Snapshot{s1, s2, s3, s4}[i], "/a"); got != want {
				t.Errorf("snapshot %d: %q, want %q", i+1, got, want)
			}
		})
	}
	if !(s1.ID() < s2.ID() && s2.ID() < s3.ID() && s3.ID() < s4.ID()) || w.Snapshot() != s4 {
		t.Error("the snapshots are not numbered in order")
	}
	f, _ := s3.File("/a")
	if f.Version != 2 || !f.Open || f.Form != "fortran" {
		t.Errorf("changed file is %+v", f)
	}
}

func TestSnapshotsShareWhatIsUnchanged(t *testing.T) {
	disk := &memoryFS{files: map[string]string{"/b": "disk b"}}
	w := New(disk)
	w.Open("/a", "", 1, "a")
	s1 := w.Snapshot()
	a1, _ := s1.File("/a")
	b1, _ := s1.File("/b")
	s2 := w.Open("/c", "", 1, "c")
	a2, _ := s2.File("/a")
	b2, _ := s2.File("/b")
	if a1 != a2 || b1 != b2 || s1.Memo() != s2.Memo() {
		t.Error("an edit of /c copied /a, /b or the memo")
	}
	if got := s2.OpenFiles(); !slices.Equal(got, []string{"/a", "/c"}) {
		t.Errorf("open: %v", got)
	}
}

func TestDiskIsReadOnce(t *testing.T) {
	disk := &memoryFS{files: map[string]string{"/b": "old"}}
	w := New(disk)
	for range 3 {
		content(t, w.Snapshot(), "/b")
		content(t, w.Snapshot(), "/missing")
	}
	if disk.reads != 2 {
		t.Errorf("%d reads of two files", disk.reads)
	}
	old := w.Snapshot()
	disk.write("/b", "new")
	disk.write("/missing", "found")
	if content(t, old, "/b") != "old" {
		t.Error("the disk shows through a snapshot")
	}
	now := w.Reread()
	if content(t, now, "/b") != "new" || content(t, now, "/missing") != "found" || content(t, old, "/b") != "old" {
		t.Error("Reread does not separate the old from the new")
	}
}

func TestPathsOfOneFile(t *testing.T) {
	w := New(&memoryFS{files: map[string]string{}})
	w.Open("/d/a.f90", "", 1, "text")
	for _, path := range []string{"/d/a.f90", "/d/./a.f90", "/d/x/../a.f90", "//d/a.f90"} {
		t.Run(path, func(t *testing.T) {
			if content(t, w.Snapshot(), path) != "text" {
				t.Errorf("%s is not the open file", path)
			}
		})
	}
}

func TestChangeOfAClosedFile(t *testing.T) {
	w := New(&memoryFS{files: map[string]string{}})
	before := w.Snapshot()
	if _, err := w.Change("/a", 1, source.NewText("")); err == nil || w.Snapshot() != before {
		t.Error("a file that is not open was changed")
	}
}

func TestDecode(t *testing.T) {
	cases := []struct{ bytes, want string }{
		{"", ""},
		{"plain", "plain"},
		{"\xef\xbb\xbfmarked", "marked"},
		{"é", "é"},
		{"\xe9t\xe9", "été"},
		{"a\x00b", "a\x00b"},
		{"\xff\xfe", "ÿþ"},
	}
	for _, c := range cases {
		t.Run(c.bytes, func(t *testing.T) {
			if got := decode([]byte(c.bytes)); got != c.want {
				t.Errorf("%q decodes to %q, want %q", c.bytes, got, c.want)
			}
		})
	}
}

// TestConcurrentUse is for the race detector: readers of all snapshots while
// one goroutine edits. Every reader sees the text that its snapshot was made
// with.
func TestConcurrentUse(t *testing.T) {
	w := New(&memoryFS{files: map[string]string{"/disk": "on disk"}})
	w.Open("/a", "", 0, "0")
	var readers sync.WaitGroup
	for i := range 200 {
		text := fmt.Sprint(i)
		s, err := w.Change("/a", int32(i), source.NewText(text))
		if err != nil {
			t.Fatal(err)
		}
		readers.Go(func() {
			f, err := s.File("/a")
			if err != nil || f.Text.String() != text || f.Version != int32(i) {
				t.Errorf("snapshot %d has %v, %v", i, f, err)
			}
			_, _ = s.File("/disk")
			s.OpenFiles()
		})
		if i%50 == 0 {
			w.Reread()
		}
	}
	readers.Wait()
}
