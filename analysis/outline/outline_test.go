package outline

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

var update = flag.Bool("update", false, "rewrite the expected texts in testdata")

func parsed(path, text string) *File {
	return New(path, fortran.Parse(source.NewText(text), fortran.FormOf(path)), nil)
}

func meaning(u *fortran.Unit) *lower.Unit {
	unit, _ := lower.LowerUnit(u)
	return unit
}

// TestFixtures prints all that the room says of the files of an archive and
// compares it with the archive's file "want".
func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var files []*File
			want := &txtar.File{}
			for i, f := range archive.Files {
				if f.Name == "want" {
					want = &archive.Files[i]
				} else {
					files = append(files, parsed(f.Name, string(f.Data)))
				}
			}
			got := everything(files)
			if got == string(want.Data) {
				return
			}
			if !*update {
				t.Fatalf("got\n%s\nwant\n%s", got, want.Data)
			}
			want.Data = []byte(got)
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func everything(files []*File) string {
	var b strings.Builder
	elsewhere := Among(files)
	for _, f := range files {
		fmt.Fprintf(&b, "%s\n", f.Path)
		printOutline(&b, f, f.Outline(), "  ")
		for _, fold := range f.Folds() {
			fmt.Fprintf(&b, "  fold %d-%d comment=%v\n", fold.First, fold.Last, fold.Comment)
		}
		printTokens(&b, f)
		printNames(&b, f, files, elsewhere)
	}
	return b.String()
}

func printOutline(b *strings.Builder, f *File, entries []Entry, indent string) {
	for _, e := range entries {
		from, to := f.Text.Position(e.Range.Start), f.Text.Position(e.Range.End)
		fmt.Fprintf(b, "%s%s %q %q %d:%d-%d:%d\n", indent, e.Kind, e.Spelling, e.Detail(), from.Line, from.Column, to.Line, to.Column)
		printOutline(b, f, e.Inside, indent+"  ")
	}
}

var colorNames = [...]string{"sentinel", "keyword", "format", "template", "processors", "data", "index", "function", "number", "operator"}

func printTokens(b *strings.Builder, f *File) {
	line := 0
	for _, t := range f.Tokens(source.Span{End: f.Text.Len()}) {
		if n := f.Text.LineOf(t.Span.Start); n != line {
			line = n
			fmt.Fprintf(b, "\n  colors %d:", n)
		}
		mark := ""
		if t.Declared {
			mark = "+"
		}
		fmt.Fprintf(b, " %s=%s%s", f.Text.Slice(t.Span), colorNames[t.Color], mark)
	}
	b.WriteString("\n")
}

// printNames tells where each name of each line is declared, and what is known
// of each declaration.
func printNames(b *strings.Builder, f *File, files []*File, elsewhere Elsewhere) {
	seen := map[string]bool{}
	for l := range f.naming("") {
		for _, w := range l.words() {
			found, _ := f.Find(w.at.Start, elsewhere)
			at := f.Text.Position(w.at.Start)
			if found == nil {
				fmt.Fprintf(b, "  %d:%d %s ?\n", at.Line, at.Column, w.name)
				continue
			}
			to := found.File.Text.Position(found.Symbol.At.Start)
			key := fmt.Sprintf("%s:%d:%d", found.File.Path, to.Line, to.Column)
			fmt.Fprintf(b, "  %d:%d %s -> %s\n", at.Line, at.Column, w.name, key)
			if seen[key] || found.File != f {
				continue
			}
			seen[key] = true
			facts := found.Describe(meaning)
			fmt.Fprintf(b, "      %s | %s | %s | %s | %s\n", facts.Declaration, facts.Kind, facts.Size, facts.Value, strings.Join(facts.Mapping, "; "))
			places := []string{}
			for _, p := range References(found, files, elsewhere, true) {
				r := p.File.Text.Position(p.Span.Start)
				places = append(places, fmt.Sprintf("%s:%d:%d", p.File.Path, r.Line, r.Column))
			}
			fmt.Fprintf(b, "      used at %s\n", strings.Join(places, " "))
			if !slices.Contains(places, fmt.Sprintf("%s:%d:%d", f.Path, at.Line, at.Column)) {
				fmt.Fprintf(b, "      NOT AMONG ITS OWN REFERENCES\n")
			}
		}
	}
}
