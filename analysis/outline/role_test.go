package outline

import (
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
