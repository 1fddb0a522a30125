package plan

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

var update = flag.Bool("update", false, "write what is found into the fixtures")

// listed is a disk that lists its files.
type listed struct{ texts.FS }

func (l listed) List(string, bool) []string { return slices.Sorted(maps.Keys(l.FS)) }

// Each fixture has programs, the first of them the one that is mapped; the comment has
// mappings, one a line. Behind them stand the groups, and each text with its directives
// written for each mapping.
func TestWritten(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, "no fixtures")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before := txtar.Format(archive)
			disk := texts.FS{}
			var kept []txtar.File
			for _, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "=") {
					disk["/"+f.Name] = string(f.Data)
					kept = append(kept, f)
				}
			}
			archive.Files = append(kept, written(t, disk, "/"+kept[0].Name, strings.Split(strings.TrimSpace(string(archive.Comment)), "\n"))...)
			if after := txtar.Format(archive); string(after) != string(before) {
				if *update {
					if err := os.WriteFile(path, after, 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				t.Errorf("%s", after)
			}
		})
	}
}

func written(t *testing.T, disk texts.FS, path string, mappings []string) []txtar.File {
	t.Helper()
	snap := workspace.New(listed{disk}).Snapshot()
	p, err := Read(snap, path, 8)
	if err != nil {
		t.Fatal(err)
	}
	var groups strings.Builder
	for _, g := range p.Groups {
		fmt.Fprintf(&groups, "%s: %s at %v\n", g.Name, Written(g.Now), g.Lines)
	}
	out := []txtar.File{{Name: "= groups", Data: []byte(groups.String())}}
	for _, m := range mappings {
		of, to, err := p.Parse(m)
		if err != nil {
			out = append(out, txtar.File{Name: "= " + m, Data: []byte(err.Error() + "\n")})
			continue
		}
		for _, c := range of.Edits(to) {
			f, err := snap.File(c.Path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := f.Text.Apply(c.Edits...)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, txtar.File{Name: fmt.Sprintf("= %s %s", m, c.Path), Data: []byte(text.String())})
		}
	}
	return out
}
