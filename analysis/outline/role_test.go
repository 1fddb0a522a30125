package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

// TestClausesOfDialects: clauses of XcalableMP and DVM are keywords, and what they hold are
// names; in directives where they are no clauses, names they are.
func TestClausesOfDialects(t *testing.T) {
	for _, c := range []struct{ directive, keywords, functions string }{
		{"!DVM$ PARALLEL (i) ON a(i), PRIVATE(x), ACROSS(a(1:1)), STAGE(3)", "PARALLEL ON PRIVATE ACROSS STAGE", ""},
		{"!DVM$ REGION IN(a), OUT(b)", "REGION IN OUT", ""},
		{"!DVM$ REMOTE_ACCESS (a(i))", "REMOTE_ACCESS", ""},
		{"!$XMP GMOVE IN ASYNC(3)", "GMOVE IN ASYNC", ""},
		{"!$XMP ARRAY ON t", "ARRAY ON", ""},
		{"!$XMP TASK ON p(1)", "TASK ON", ""},
		{"!$XMP POST (p(1), 3)", "POST", ""},
		{"!$XMP BCAST (s) FROM p(1) ON q", "BCAST FROM ON", ""},
		{"!HPF$ DYNAMIC in, local", "DYNAMIC", ""},
		{"!HPF$ DISTRIBUTE in(BLOCK) ONTO width", "DISTRIBUTE ONTO", ""},
		{"!HPF$ PROCESSORS p(NUMBER_OF_PROCESSORS())", "PROCESSORS", "NUMBER_OF_PROCESSORS"},
	} {
		t.Run(c.directive, func(t *testing.T) {
			text := source.NewText("program p\n" + c.directive + "\nend program\n")
			f := New("p.f90", fortran.Parse(text, fortran.Free), memo.New())
			var keywords, functions []string
			for _, x := range f.Tokens(source.Span{End: text.Len()}) {
				switch word := text.Slice(x.Span); x.Color {
				case Keyword:
					keywords = append(keywords, word)
				case FunctionName:
					functions = append(functions, word)
				}
			}
			if got := strings.Join(keywords, " "); got != c.keywords {
				t.Errorf("keywords %s, want %s", got, c.keywords)
			}
			if got := strings.Join(functions, " "); got != c.functions {
				t.Errorf("functions %s, want %s", got, c.functions)
			}
		})
	}
}

// TestOwnDirectives: the directives of parlens itself have colors too, in source order with
// those of HPF, and other comments have none.
func TestOwnDirectives(t *testing.T) {
	for _, c := range []struct {
		form      fortran.Form
		line, own string
	}{
		{fortran.Free, "  !PARLENS$ SET n = 100, w = -1.5", "!PARLENS$:0 SET:1 n:5 100:8 w:5 -:9 1.5:8"},
		{fortran.Free, "!parlens$ phase \"m.toml\" steps fast", "!parlens$:0 phase:1 steps:5 fast:5"},
		{fortran.Free, "!PARLENS$ END PHASE", "!PARLENS$:0 END:1 PHASE:1"},
		{fortran.Fixed, "CPARLENS$ SET m = 3", "CPARLENS$:0 SET:1 m:5 3:8"},
		{fortran.Free, "x = 1 !PARLENS$ SET n = 1", ""},
		{fortran.Free, "! see !PARLENS$ SET n = 1", ""},
	} {
		t.Run(c.line, func(t *testing.T) {
			text := source.NewText("      program p\n" + c.line + "\n!HPF$ PROCESSORS q(4)\n      end program\n")
			f := New("p", fortran.Parse(text, c.form), memo.New())
			var got []string
			for _, x := range f.Tokens(source.Span{End: text.Len()}) {
				got = append(got, fmt.Sprintf("%s:%d", text.Slice(x.Span), x.Color))
			}
			want := strings.Fields(c.own + " !HPF$:0 PROCESSORS:1 q:4 4:8")
			if !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}
