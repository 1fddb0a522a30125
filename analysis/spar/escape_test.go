package spar

import (
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// Escapes stand for their characters wherever they stand, and leave all places
// where they were.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`\u0078 = 1;`:               "x = 1;",
		`ab\u0063d = 1;`:            "abcd = 1;",
		`wh\u0069le (a) b = 2;`:     "while (a)\n b = 2;",
		`x \u003d \u0031 + 2\u003b`: "x = 1 + 2;",
		`x = 1\u0032;`:              "x = 12;",
		`s = "\uu0041\\u0041";`:     `s = "A\\u0041";`,
		`f\u0028 y \u0029;`:         "f(y);",
	} {
		t.Run(text, func(t *testing.T) {
			got, notes := one(text)
			want, _ := one(want)
			if got != want || notes != "" {
				t.Errorf("%s is %q %s, want %q", text, got, notes, want)
			}
		})
	}
	text := "class c \\u007b int \\u0061b; void f() { int \\u00e9t; \\u00e9t = ab; } }"
	f := Parse(source.NewText(text))
	if len(f.Diagnostics) > 0 || len(f.Types) != 1 || len(f.Types[0].Members) != 2 {
		t.Fatalf("%s: %s", text, messages(f))
	}
	if n := f.Types[0].Members[0].Names[0]; n.Name != "ab" || text[f.Types[0].Members[0].Start+n.NameSpan.Start:][:7] != `\u0061b` {
		t.Errorf("%+v", n)
	}
	d, _ := f.Find(len(text) - 6)
	if d == nil || d.Name != "ab" {
		t.Errorf("ab is %+v", d)
	}
	if got := translate("a\\u12"); got != "a\\u12" {
		t.Errorf("a broken escape became %q", got)
	}
}
