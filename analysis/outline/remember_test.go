package outline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/edits"
)

// Whatever is remembered of former texts, the outline is the one that is made
// from scratch.
func TestRememberedOutlines(t *testing.T) {
	count := 300
	if testing.Short() {
		count = 60
	}
	files, _ := os.ReadDir("testdata")
	for seed, file := range files {
		if !strings.HasSuffix(file.Name(), ".txtar") {
			continue
		}
		archive, err := txtar.ParseFile("testdata/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range archive.Files[:1] {
			random := rand.New(rand.NewPCG(uint64(seed), 7))
			text, form := source.NewText(string(part.Data)), fortran.FormOf(part.Name)
			known := memo.New()
			for i := range count {
				parsed := fortran.Parse(text, form)
				if got, want := answers(New("a", parsed, known)), answers(New("a", parsed, nil)); got != want {
					t.Fatalf("%s, edit %d: got\n%s\nwant\n%s", file.Name(), i, got, want)
				}
				text, _ = text.Apply(edits.Random(random, text))
			}
		}
	}
}

// answers prints all that a file answers.
func answers(f *File) string {
	var b strings.Builder
	var tree func(all []Entry, indent string)
	tree = func(all []Entry, indent string) {
		for _, e := range all {
			fmt.Fprintf(&b, "%s%+v\n", indent, printed(e.Symbol))
			tree(e.Inside, indent+"  ")
		}
	}
	tree(f.Outline(), "")
	for _, u := range f.Units {
		fmt.Fprintln(&b, u.Name, u.Start, printed(u.Symbol), u.names, usesOf(u), u.closed, u.typed, len(u.Inside))
		for _, s := range u.Symbols {
			fmt.Fprintln(&b, printed(s))
		}
	}
	fmt.Fprintln(&b, f.Folds(), f.Tokens(source.Span{End: f.Text.Len()}))
	for l := range f.naming("") {
		fmt.Fprintln(&b, l.Kind, l.At, l.Text, l.words())
	}
	return b.String()
}

func printed(s *Symbol) string {
	out := fmt.Sprintf("%s %s %v %v %v %s %s %d %s %v %v", s.Name, s.Spelling, s.Kind, s.At, s.Range, s.Type, s.Shape, s.Rank, s.Value, s.Attributes, s.Dummy)
	for _, c := range s.Children {
		out += " " + c.Name + fmt.Sprint(c.At)
	}
	return out
}

// A character computes one unit and one region again.
func TestOneUnitIsLookedThroughAgain(t *testing.T) {
	text := large()
	known := memo.New()
	New("a", fortran.Parse(text, fortran.Free), known)
	at := strings.Index(text.String(), "b(j, 2)")
	text, _ = text.Apply(source.Edit{Span: source.Span{Start: at, End: at + 1}, New: "longer"})
	// Trees are kept by their text, as the workspace does.
	trees := map[string]*fortran.Tree{}
	parser := fortran.Parser{Unit: func(p fortran.Parser, text string) *fortran.Tree {
		if trees[text] == nil {
			trees[text] = p.ParseUnit(text)
		}
		return trees[text]
	}}
	New("a", parser.Parse(text), known)
	before := known.Len()
	text, _ = text.Apply(source.Edit{Span: source.Span{Start: at, End: at + 1}, New: "c"})
	New("a", parser.Parse(text), known)
	if computed := known.Len() - before; computed != 2 {
		t.Errorf("%d results are computed again, want 2", computed)
	}
}

// A statement is found where it stands, whatever region that is in.
func TestUnitAt(t *testing.T) {
	text := "module m\ncontains\nsubroutine a\nend\nsubroutine b\nend\nend\n! between\nprogram p\nend\n"
	f := New("a", fortran.Parse(source.NewText(text), fortran.Free), nil)
	for at, want := range map[string]string{"module": "m", "contains": "m", "subroutine a": "a", "subroutine b": "b", "end\n!": "m", "program": "p"} {
		t.Run(at, func(t *testing.T) {
			u := f.UnitAt(strings.Index(text, at))
			if u == nil || u.Name != want {
				t.Errorf("%q is in %v, want %s", at, u, want)
			}
		})
	}
	if u := f.UnitAt(strings.Index(text, "between")); u != nil {
		t.Errorf("the comment is in %s", u.Name)
	}
}

// usesOf writes what the unit's USE statements show.
func usesOf(u *Unit) []string {
	var out []string
	for _, use := range u.uses {
		out = append(out, fmt.Sprint(use.Module, use.Only, use.Renamed, use.Hidden))
	}
	return out
}
