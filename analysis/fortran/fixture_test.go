package fortran_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// Each archive holds an input file and, as "tree", what it parses to: units
// with their lines, blocks indented, then the diagnostics.
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
	got := fileText(text, fortran.Parse(text, fortran.FormOf(input.Name)))
	if *update {
		archive.Files = []txtar.File{input, {Name: "tree", Data: []byte(got)}}
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := string(archive.Files[1].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// fileText prints the units of a file and its diagnostics.
func fileText(text *source.Text, f *fortran.File) string {
	var b strings.Builder
	for _, u := range f.Units {
		host := ""
		if u.Host != nil {
			host = " in " + u.Host.Name
		}
		fmt.Fprintf(&b, "%s %s%s, lines %d to %d\n", u.Kind, u.Name, host, text.LineOf(u.Start), text.LineOf(u.End))
		writeNodes(&b, text, u, u.Body, 1)
	}
	for _, d := range f.Diagnostics {
		writeDiagnostic(&b, text, d, 0)
	}
	for _, u := range f.Units {
		for _, d := range u.Tree.Diagnostics {
			writeDiagnostic(&b, text, d, u.Start)
		}
	}
	return b.String()
}

func writeNodes(b *strings.Builder, text *source.Text, u *fortran.Unit, nodes []*fortran.Node, depth int) {
	for _, n := range nodes {
		writeStatement(b, text, u, n.Statement, depth)
		for i, block := range n.Blocks {
			if i > 0 {
				writeStatement(b, text, u, block.Head, depth)
			}
			writeNodes(b, text, u, block.Body, depth+1)
		}
		if n.End != nil {
			fmt.Fprintf(b, "%s%d end\n", strings.Repeat("  ", depth), text.LineOf(u.Start+n.End.At.Start))
		}
	}
}

func writeStatement(b *strings.Builder, text *source.Text, u *fortran.Unit, s *fortran.Statement, depth int) {
	label := ""
	if s.Label != "" {
		label = s.Label + " "
	}
	what := parsedText(*s.Parsed)
	if s.Kind != fortran.Code {
		what = fmt.Sprintf("%s %q", []string{"", "directive", "preprocessor", "include", "foreign", "inactive"}[s.Kind], s.Text)
	}
	fmt.Fprintf(b, "%s%d %s%s\n", strings.Repeat("  ", depth), text.LineOf(u.Start+s.At.Start), label, what)
}

func writeDiagnostic(b *strings.Builder, text *source.Text, d source.Diagnostic, base int) {
	from, to := text.Position(base+d.Span.Start), text.Position(base+d.Span.End)
	fmt.Fprintf(b, "%d:%d-%d:%d %s: %s: %s\n", from.Line, from.Column, to.Line, to.Column, d.Severity, d.Code, d.Message)
}
