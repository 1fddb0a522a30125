package outline

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// sources returns the programs of the fixtures and of testdata/hpf.
func sources(t testing.TB) []string {
	var out []string
	fixtures, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range fixtures {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name != "want" {
				out = append(out, string(f.Data))
			}
		}
	}
	programs, _ := filepath.Glob("../../testdata/hpf/*.f*")
	for _, path := range programs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// TestBrokenText asks everything of texts with random edits: answers lie in the
// text and fit together.
func TestBrokenText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	junk := []string{"", "", "(", ")", "&", "'", "!", "\n", "!HPF$ ", "end", "::", ",", "ü", ";", "\r", "10 ", "use x", "type t\n", "contains\n"}
	rounds := 60
	if testing.Short() {
		rounds = 15
	}
	for _, text := range sources(t) {
		for round := range rounds {
			broken := text
			for range 1 + round%6 {
				from := random.IntN(len(broken) + 1)
				to := min(len(broken), from+random.IntN(12))
				broken = broken[:from] + junk[random.IntN(len(junk))] + broken[to:]
			}
			for _, form := range []fortran.Form{fortran.Free, fortran.Fixed} {
				checkAll(t, broken, form, random.IntN(len(broken)+1))
			}
		}
	}
}

func FuzzOutline(f *testing.F) {
	for _, text := range sources(f) {
		f.Add(text, 10, true)
		f.Add(text, len(text)/2, false)
	}
	f.Fuzz(func(t *testing.T, text string, offset int, free bool) {
		if len(text) > 4000 || offset < 0 || offset > len(text) {
			return
		}
		form := fortran.Fixed
		if free {
			form = fortran.Free
		}
		checkAll(t, text, form, offset)
	})
}

func checkAll(t *testing.T, text string, form fortran.Form, offset int) {
	t.Helper()
	tree := fortran.Parse(source.NewText(text), form)
	f := New("a.f90", tree, nil)
	files := []*File{f}
	checkEntries(t, f, f.Outline())
	for _, fold := range f.Folds() {
		if fold.First < 1 || fold.Last <= fold.First || fold.Last > f.Text.Lines() {
			t.Fatalf("fold %v of %d lines in %q", fold, f.Text.Lines(), text)
		}
	}
	end := 0
	for _, token := range f.Tokens(source.Span{End: len(text)}) {
		if token.Span.Start < end || token.Span.Empty() || token.Span.End > len(text) || strings.Contains(f.Text.Slice(token.Span), "\n") {
			t.Fatalf("token %v behind %d in %q", token, end, text)
		}
		end = token.Span.End
	}
	if _, typed := f.Offers(offset, files); typed.Start > offset || typed.End < offset {
		t.Fatalf("offers at %d replace %v", offset, typed)
	}
	checkFind(t, f, offset)
	for i, d := range lower.Lower(tree).Diagnostics {
		if i > 20 {
			break
		}
		for _, fix := range f.Fixes(d) {
			if _, err := f.Text.Apply(fix.Edits...); err != nil {
				t.Fatalf("%s: %v in %q", fix.Title, err, text)
			}
		}
	}
}

// checkEntries checks that what is selected lies in its range and in the text.
func checkEntries(t *testing.T, f *File, entries []Entry) {
	t.Helper()
	for _, e := range entries {
		if e.Range.Start < 0 || e.At.Start < e.Range.Start || e.At.End > e.Range.End || e.Range.End > f.Text.Len() {
			t.Fatalf("%s %q: %v in %v in %q", e.Kind, e.Spelling, e.At, e.Range, f.Text)
		}
		checkEntries(t, f, e.Inside)
	}
}

// checkFind checks that a name is among the references of what it stands for.
func checkFind(t *testing.T, f *File, offset int) {
	t.Helper()
	found, at := f.Find(offset, nil)
	if found == nil {
		return
	}
	found.Describe(meaning)
	for _, p := range References(found, []*File{f}, nil, true) {
		if p.Span == at {
			return
		}
	}
	t.Fatalf("%q at %v is none of its own references in %q", f.Text.Slice(at), at, f.Text)
}
