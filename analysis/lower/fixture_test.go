package lower_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// Each archive holds an input file and, as "lowered", what it means: symbols,
// values, mappings, statements, then the diagnostics.
func TestFixtures(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no fixtures")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { checkFixture(t, path) })
	}
}

func checkFixture(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	input := archive.Files[0]
	text := source.NewText(strings.TrimSuffix(string(input.Data), "\n"))
	got := fileText(text, lower.Lower(fortran.Parse(text, fortran.FormOf(input.Name))))
	if *update {
		archive.Files = []txtar.File{input, {Name: "lowered", Data: []byte(got)}}
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := string(archive.Files[1].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// The programs that the whole house is shown on are without any complaint.
func TestShowcase(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/hpf/*.f*")
	if len(paths) == 0 {
		t.Fatal("no programs")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := source.NewText(string(data))
		f := lower.Lower(fortran.Parse(text, fortran.FormOf(path)))
		for _, d := range f.Diagnostics {
			t.Errorf("%s:%v: %s: %s", path, text.Position(d.Span.Start), d.Code, d.Message)
		}
		if len(f.Units) != 1 || len(f.Units[0].Layouts) == 0 || len(f.Units[0].Directives) != 1 {
			t.Errorf("%s: units %d", path, len(f.Units))
		}
	}
}
