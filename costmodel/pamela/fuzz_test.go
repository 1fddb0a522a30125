package pamela

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzCompile: no text makes the compiler panic, every message lies in the
// text, and what is printed can be read again.
func FuzzCompile(f *testing.F) {
	files, _ := filepath.Glob(models + "*.pam")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, text := range []string{
		"numeric a = max(i = 1, 3) (i * i) + [1, 2] / 0",
		"resource parameter r process p(i, j) = par (i = 1, j) use(r, i) || {} ; delay(if (i > 2) 1 else .5e1)",
		arraysModel,
		"numeric f(n) = if (n > 0) f(n - 1) + n else 0 numeric a = f(5) ^ 2 mod 3",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		m := Check("fuzz.pam", text, nil)
		for _, d := range m.Diagnostics {
			if d.Span.Start < 0 || d.Span.Start > len(text) || d.Span.End < d.Span.Start {
				t.Errorf("%q: message at %v", d.Message, d.Span)
			}
		}
		for _, o := range m.Outputs() {
			m.Text(o)
		}
		m.Evaluated()
		printed := m.Tree.String()
		again, messages := Parse("again", printed, nil)
		for _, d := range messages {
			if d.Code == "syntax" && !strings.Contains(d.Message, "nested") {
				t.Errorf("%s\nis printed as\n%s\n%s", text, printed, d.Message)
			}
		}
		if len(messages) == 0 && again.String() != printed {
			t.Errorf("%s\nis printed as\n%s\nthen as\n%s", text, printed, again)
		}
	})
}
